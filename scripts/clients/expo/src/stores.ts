// SPDX-License-Identifier: Apache-2.0

/** Keeps texts by name over a start of the app. Names have letters, digits, `.`, `-` and `_`. */
export interface TextStore {
  read(name: string): Promise<string | null>;
  /** Null removes the text. */
  write(name: string, text: string | null): Promise<void>;
}

/** Keeps texts until the app ends. */
export function memoryStore(): TextStore {
  const texts = new Map<string, string>();
  return {
    read: async (name) => texts.get(name) ?? null,
    write: async (name, text) => void (text === null ? texts.delete(name) : texts.set(name, text)),
  };
}

/** The storage of a browser (`localStorage`), or React Native's `AsyncStorage`. */
export interface ItemStorage {
  getItem(name: string): string | null | Promise<string | null>;
  setItem(name: string, text: string): void | Promise<void>;
  removeItem(name: string): void | Promise<void>;
}

/** Keeps texts in `localStorage` or `AsyncStorage`. They are not encrypted. */
export function itemStore(storage: ItemStorage): TextStore {
  return {
    read: async (name) => (await storage.getItem(name)) ?? null,
    write: async (name, text) => (text === null ? storage.removeItem(name) : storage.setItem(name, text)),
  };
}
