// SPDX-License-Identifier: Apache-2.0

import { end } from "./clock";
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
  /** Whether the store has had the session. If it is empty then, another tab has signed out. */
  private hasBeenStored = false;

  constructor(private readonly store: TextStore) {}

  /** The session, also if another tab has written it; null if there is none. */
  async read(): Promise<Stored | null> {
    const found = parsed(await this.store.read(NAME));
    if (found) this.hasBeenStored = true;
    return found;
  }

  /** Whether the session of this tab is gone from an empty store. */
  async isSignedOut(): Promise<boolean> {
    await this.writing;
    return this.hasBeenStored && (await this.read()) === null;
  }

  /** Null removes it. */
  write(session: Stored | null): Promise<void> {
    this.hasBeenStored = false;
    return this.inTurn(() => this.put(session));
  }

  /**
   * Writes what has replaced an earlier session, unless another tab has begun another one, has stored later tokens or has signed out.
   * @param old what was exchanged for the tokens; null if they replace whatever the session had.
   * @returns the session that goes on; null if another tab has signed out.
   */
  replace(session: Stored, old: Stored | null): Promise<Stored | null> {
    return this.inTurn(async () => {
      const found = await this.read().catch(() => old ?? session);
      if (!found && this.hasBeenStored) return null;
      if (found && found.id !== session.id) return session;
      const isLater = found && old && found.tokens.refreshToken !== old.tokens.refreshToken && end(found.tokens) >= end(old.tokens);
      if (isLater) return found;
      await this.put(session);
      return session;
    });
  }

  /** Removes a session, unless another tab has stored other tokens. */
  remove(session: Stored): Promise<void> {
    return this.inTurn(async () => {
      const found = await this.read().catch(() => null);
      if (!found || found.tokens.refreshToken === session.tokens.refreshToken) await this.put(null);
    });
  }

  private async put(session: Stored | null): Promise<void> {
    await this.store.write(NAME, session && JSON.stringify(session));
    this.hasBeenStored = session !== null;
  }

  private inTurn<Value>(action: () => Promise<Value>): Promise<Value> {
    const done = this.writing.then(action);
    this.writing = done.catch(() => undefined);
    return done;
  }
}

function parsed(text: string | null): Stored | null {
  try {
    const found = JSON.parse(text ?? "null");
    const isSession = typeof found?.tokens?.refreshToken === "string" && typeof found.tokens.accessToken === "string";
    return isSession ? found : null;
  } catch {
    return null;
  }
}
