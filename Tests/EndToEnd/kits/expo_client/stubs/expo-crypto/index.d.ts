// SPDX-License-Identifier: Apache-2.0

// What the client uses of expo-crypto, by its public documentation.
export function randomUUID(): string;
