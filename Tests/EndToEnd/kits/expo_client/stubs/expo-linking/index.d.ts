// SPDX-License-Identifier: Apache-2.0

// What the client uses of expo-linking, by its public documentation. `phone` is of the tests.
export interface EventSubscription { remove(): void }
export function getInitialURL(): Promise<string | null>;
export function addEventListener(type: "url", handler: (event: { url: string }) => void): EventSubscription;
export const phone: { initialURL: string | null; open(url: string): void };
