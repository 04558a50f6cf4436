// SPDX-License-Identifier: Apache-2.0

// What the client uses of AsyncStorage, by its public documentation. `items` is of the tests.
declare const AsyncStorage: {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
  items: Map<string, string>;
};
export default AsyncStorage;
