// SPDX-License-Identifier: Apache-2.0

import type { TextStore } from "./stores";

/** What is needed of `expo-secure-store`. */
export interface SecureItems {
  getItemAsync(name: string): Promise<string | null>;
  setItemAsync(name: string, text: string): Promise<void>;
  deleteItemAsync(name: string): Promise<void>;
}

/** The most bytes (UTF-8) of a value that `expo-secure-store` promises to keep. */
export const MOST_BYTES = 2048;

/**
 * Keeps texts of any length in the keychain of iOS or the keystore of Android, through `expo-secure-store`.
 *
 * A text that fits is one value, which begins with `=`. A longer one is split: its parts are `NAME.a.0`, `NAME.a.1`, …
 * or `NAME.b.0`, …, and the value of `NAME` says which: `/a/3`. The parts are written before it and the earlier ones removed
 * after it, so an app that is killed in between reads the earlier text or the new one.
 */
export function secureStore(items: SecureItems): TextStore {
  let last: Promise<unknown> = Promise.resolve();
  /** One at a time, in the order of the calls: the text that is written last stays. */
  function inTurn<Result>(action: () => Promise<Result>): Promise<Result> {
    const done = last.then(action);
    last = done.catch(() => undefined);
    return done;
  }
  return {
    read: (name) => inTurn(() => read(items, name)),
    write: (name, text) => inTurn(() => (text === null ? remove(items, name) : write(items, name, text))),
  };
}

async function read(items: SecureItems, name: string): Promise<string | null> {
  const head = await items.getItemAsync(name);
  if (head?.startsWith("=")) return head.slice(1);
  let text = "";
  const names = namesOfParts(name, head);
  for (const each of names) {
    const part = await items.getItemAsync(each);
    if (part === null) return null;
    text += part;
  }
  return names.length > 0 ? text : null;
}

async function write(items: SecureItems, name: string, text: string): Promise<void> {
  const head = await items.getItemAsync(name);
  const parts = split(text, MOST_BYTES);
  if (bytes(text) < MOST_BYTES) {
    await items.setItemAsync(name, `=${text}`);
  } else {
    const generation = head?.startsWith("/a/") ? "b" : "a";
    for (const [index, part] of parts.entries()) await items.setItemAsync(`${name}.${generation}.${index}`, part);
    await items.setItemAsync(name, `/${generation}/${parts.length}`);
  }
  for (const each of namesOfParts(name, head)) await items.deleteItemAsync(each);
}

async function remove(items: SecureItems, name: string): Promise<void> {
  const head = await items.getItemAsync(name);
  await items.deleteItemAsync(name);
  for (const each of namesOfParts(name, head)) await items.deleteItemAsync(each);
}

/** The names of the parts of a text, by the value that says where they are. */
function namesOfParts(name: string, head: string | null): string[] {
  const [, generation, count] = /^\/([ab])\/(\d{1,4})$/.exec(head ?? "") ?? [];
  return Array.from({ length: Number(count ?? 0) }, (_, index) => `${name}.${generation}.${index}`);
}

/** Parts of at most so many bytes, each of whole characters. */
function split(text: string, most: number): string[] {
  const parts: string[] = [];
  let [part, size] = ["", 0];
  for (const character of text) {
    const own = bytes(character);
    if (size + own > most) {
      parts.push(part);
      [part, size] = ["", 0];
    }
    part += character;
    size += own;
  }
  return [...parts, part];
}

/** The length in UTF-8. Not every engine of React Native has a `TextEncoder`. */
function bytes(text: string): number {
  let count = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    count += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return count;
}
