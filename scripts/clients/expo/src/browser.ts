// SPDX-License-Identifier: Apache-2.0

import { Auth } from "./auth";
import type { AuthOptions } from "./authOptions";
import { ItemStorage, itemStore } from "./stores";

/** An auth for a browser: tokens, rules and texts are in `localStorage`. */
export function createBrowserAuth(options: AuthOptions & { storage?: ItemStorage }): Auth {
  const store = itemStore(options.storage ?? (globalThis as unknown as { localStorage: ItemStorage }).localStorage);
  return new Auth({ tokens: store, answers: store, ...options });
}
