// SPDX-License-Identifier: Apache-2.0

import type { FunctionName, Functions } from "./generated/functions";
import type { TextStore } from "./stores";

/** An answer of the server, and when it came. */
export interface Known<Value> {
  readonly value: Value;
  /** The time in milliseconds since 1970, by the clock of the device. */
  readonly date: number;
  /** Whether the server gave it now; otherwise it could not be reached, and this is its last answer. */
  readonly isCurrent: boolean;
}

const LIST = "vestibule.answers";
const CONFIGURATION = "vestibule.configuration";
/** The oldest answers are removed. */
const MOST = 100;

/** Keeps the last answers to requests that only read, for use without a connection. */
export class AnswerStore {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly store: TextStore) {}

  /** The last answer; null if there is none. */
  async read<Name extends FunctionName>(
    name: Name, request: Functions[Name]["request"]
  ): Promise<Known<Functions[Name]["result"]> | null> {
    const text = await this.inTurn(() => this.store.read(place(name, request)));
    try {
      const found = text === null ? null : JSON.parse(text);
      // Two requests may have the same hash. Rules in another language are better than none.
      const isSame = name === "app-configuration" || found?.request === JSON.stringify(request);
      if (!found || !isSame) return null;
      return { value: found.answer, date: found.date, isCurrent: false };
    } catch {
      return null;
    }
  }

  write<Name extends FunctionName>(
    name: Name, request: Functions[Name]["request"], answer: Functions[Name]["result"], date: number
  ): Promise<void> {
    return this.inTurn(async () => {
      const own = place(name, request);
      await this.store.write(own, JSON.stringify({ request: JSON.stringify(request), answer, date }));
      if (own === CONFIGURATION) return;
      const places = [...(await this.places()).filter((it) => it !== own), own];
      for (const oldest of places.splice(0, places.length - MOST)) await this.store.write(oldest, null);
      await this.store.write(LIST, JSON.stringify(places));
    });
  }

  /** Removes all answers about the person. The app configuration is about nobody. */
  clear(): Promise<void> {
    return this.inTurn(async () => {
      for (const each of await this.places()) await this.store.write(each, null);
      await this.store.write(LIST, null);
    });
  }

  private async places(): Promise<string[]> {
    try {
      const found: unknown = JSON.parse((await this.store.read(LIST)) ?? "[]");
      return Array.isArray(found) ? found.filter((it): it is string => typeof it === "string") : [];
    } catch {
      return [];
    }
  }

  private inTurn<Result>(action: () => Promise<Result>): Promise<Result> {
    const done = this.last.then(action);
    this.last = done.catch(() => undefined);
    return done;
  }
}

/** Where an answer is kept: by its function, and a hash of the request (FNV-1a). */
function place(name: FunctionName, request: object): string {
  if (name === "app-configuration") return CONFIGURATION;
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(request)) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return `vestibule.answer.${name}-${(hash >>> 0).toString(16)}`;
}
