// SPDX-License-Identifier: Apache-2.0

import type { Tokens } from "./generated/types";
import type { TextStore } from "./stores";

/** The tokens, and the key of a refresh that has begun, so that the next start repeats it. */
export interface Stored {
  /** A random id. Another tab of the browser may begin another session, which is in the same place of the store then. */
  readonly id: string | undefined;
  readonly tokens: Tokens;
  readonly refreshKey?: string;
  /** How many milliseconds the clock of this device was ahead of the server's when the tokens came. */
  readonly clockOffset?: number;
}

const NAME = "vestibule.session";

/** Keeps one session, which the tabs of a browser share. Writes take effect in the order of the calls. */
export class StoredSession {
  private writing: Promise<unknown> = Promise.resolve();

  constructor(private readonly store: TextStore) {}

  /** The session, also if another tab has written it; null if there is none. */
  async read(): Promise<Stored | null> {
    const text = await this.store.read(NAME);
    try {
      const found = JSON.parse(text ?? "null");
      const isSession = typeof found?.tokens?.refreshToken === "string" && typeof found.tokens.accessToken === "string";
      return isSession ? found : null;
    } catch {
      return null;
    }
  }

  /** Null removes it. */
  write(session: Stored | null): Promise<void> {
    return this.inTurn(() => this.store.write(NAME, session && JSON.stringify(session)));
  }

  /** Writes a session, unless another tab has begun another one. */
  replace(session: Stored): Promise<void> {
    return this.inTurn(async () => {
      const found = await this.read().catch(() => null);
      if (!found || found.id === session.id) await this.store.write(NAME, JSON.stringify(session));
    });
  }

  /** Removes a session, unless another tab has stored other tokens. */
  remove(session: Stored): Promise<void> {
    return this.inTurn(async () => {
      const found = await this.read().catch(() => null);
      if (!found || found.tokens.refreshToken === session.tokens.refreshToken) await this.store.write(NAME, null);
    });
  }

  private inTurn(action: () => Promise<void>): Promise<void> {
    const done = this.writing.then(action);
    this.writing = done.catch(() => undefined);
    return done;
  }
}
