// SPDX-License-Identifier: Apache-2.0

// What the client uses of expo-secure-store, by its public documentation. `device` is of the tests.
export type KeychainAccessibilityConstant = number;
export const AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY: KeychainAccessibilityConstant;
export interface SecureStoreOptions {
  keychainService?: string;
  requireAuthentication?: boolean;
  keychainAccessible?: KeychainAccessibilityConstant;
}
export function getItemAsync(key: string, options?: SecureStoreOptions): Promise<string | null>;
export function setItemAsync(key: string, value: string, options?: SecureStoreOptions): Promise<void>;
export function deleteItemAsync(key: string, options?: SecureStoreOptions): Promise<void>;
/** What the keychain has, and how many more operations succeed before the app is killed. */
export const device: { items: Map<string, string>; operations: number };
