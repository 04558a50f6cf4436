// SPDX-License-Identifier: Apache-2.0

// For an Expo app. In a browser, import `./web` instead.
export * from "./web";
export { createExpoAuth, expoEvents } from "./expo";
