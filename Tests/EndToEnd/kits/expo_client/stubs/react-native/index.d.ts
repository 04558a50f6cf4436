// SPDX-License-Identifier: Apache-2.0

// What the client uses of react-native, by its public documentation. `front` is of the tests.
export const Platform: { OS: "ios" | "android" | "web" };
export const AppState: {
  addEventListener(type: "change", listener: (state: "active" | "background" | "inactive") => void): { remove(): void };
};
export function front(): void;
