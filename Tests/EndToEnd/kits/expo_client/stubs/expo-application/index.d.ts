// SPDX-License-Identifier: Apache-2.0

// What the client uses of expo-application, by its public documentation. `play` is of the tests.
export function getInstallReferrerAsync(): Promise<string>;
export const play: { referrer: string; asked: number };
