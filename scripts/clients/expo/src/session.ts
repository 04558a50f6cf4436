// SPDX-License-Identifier: Apache-2.0

import { AnswerStore, Known } from "./answers";
import type { CallOptions, Client } from "./client";
import { clockOffset, end, isFresh } from "./clock";
import { endsRefresh, endsSession, VestibuleError } from "./errors";
import { FunctionName, functions, Functions } from "./generated/functions";
import type { Device, Tokens } from "./generated/types";
import { Stored, StoredSession } from "./storedSession";
import type { TextStore } from "./stores";

/** What happens to a session: it began, or it ended. `reason` is null if the person signed out. */
export type SessionChange = { readonly kind: "began" } | { readonly kind: "ended"; readonly reason: VestibuleError | null };

/** What a session needs. */
export interface SessionOptions {
  client: Client;
  /** Keeps the tokens: encrypted on a phone, such as `secureStore`. */
  tokens: TextStore;
  /** Keeps the last answers. */
  answers: AnswerStore;
  /** This device; the same in every request, if the policy binds sessions to devices. */
  device?: Device | undefined;
  /** The time in milliseconds since 1970. */
  now?: () => number;
}

/**
 * Keeps a person signed in: stores the tokens, refreshes them once for however many calls wait, and says once when the
 * session has ended. Nothing is stored for a person who has signed out in between.
 */
export class Session {
  private readonly options: SessionOptions;
  private readonly now: () => number;
  private readonly store: StoredSession;
  private stored: Stored | null = null;
  private restoring: Promise<void> | null = null;
  /** Counts beginnings and ends, so that an answer to an earlier person's call changes nothing of the next one. */
  private epoch = 0;
  private refreshing: { readonly epoch: number; readonly tokens: Promise<Tokens> } | null = null;
  private readonly listeners = new Set<(change: SessionChange) => void>();

  constructor(options: SessionOptions) {
    this.options = options;
    this.store = new StoredSession(options.tokens);
    this.now = options.now ?? (() => Date.now());
  }

  /** Whether there are tokens. The session may have ended on the server, which the next call shows. */
  get isSignedIn(): boolean {
    return this.stored !== null;
  }

  /** The number of beginnings and ends so far. An answer that comes after another one is about another person. */
  get generation(): number {
    return this.epoch;
  }

  /** Listens to changes. The result ends it. */
  subscribe(listener: (change: SessionChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Reads the stored tokens, once. The result says whether there are any. */
  async restore(): Promise<boolean> {
    this.restoring = this.restoring ?? this.readStored();
    await this.restoring;
    return this.isSignedIn;
  }

  /** Begins with the tokens of `sign-in`, `sign-up`, `accept-invitation`, `answer-challenge` or `restore-account`. */
  async begin(tokens: Tokens): Promise<void> {
    this.restoring = Promise.resolve();
    this.epoch++;
    this.stored = { id: this.options.client.randomUUID(), tokens, ...clockOffset(tokens, this.now()) };
    const written = this.write();
    this.tell({ kind: "began" });
    await Promise.all([written, this.options.answers.clear().catch(() => undefined)]);
  }

  /** Calls a function, with the access token if it needs one. Throws a `VestibuleError`. */
  async call<Name extends FunctionName>(
    name: Name, request: Functions[Name]["request"], options: CallOptions = {}
  ): Promise<Functions[Name]["result"]> {
    const { client } = this.options;
    const { access } = functions[name];
    if (access !== "anyone") await this.restore();
    if (access === "anyone" || (access === "sessionIfAny" && !this.stored)) return client.call(name, request, options);
    const begun = this.epoch;
    const repeatable = { ...options, idempotencyKey: options.idempotencyKey ?? client.randomUUID() };
    const token = await this.accessToken(options);
    if (this.epoch !== begun) throw this.signedOut();
    try {
      return await this.finish(name, await client.call(name, request, { ...repeatable, accessToken: token }), begun);
    } catch (error) {
      const isLate = error instanceof VestibuleError && error.code === "auth/token-expired";
      if (!isLate) throw await this.noticed(error, token);
    }
    // The tokens of somebody who has signed in since then are not for this call.
    if (this.epoch !== begun) throw this.signedOut();
    // The clock of this device was set since the tokens came.
    const renewed = await this.refreshed(token, options);
    try {
      return await this.finish(name, await client.call(name, request, { ...repeatable, accessToken: renewed }), begun);
    } catch (error) {
      throw await this.noticed(error, renewed);
    }
  }

  /** Calls a function that only reads. If the server cannot be reached, the result is the last answer. */
  async read<Name extends FunctionName>(
    name: Name, request: Functions[Name]["request"], options: CallOptions = {}
  ): Promise<Known<Functions[Name]["result"]>> {
    const { answers } = this.options;
    // What needs no session is read also if the tokens cannot be.
    await this.restore().catch(() => false);
    const begun = this.epoch;
    try {
      const value = await this.call(name, request, options);
      const date = this.now();
      if (this.epoch === begun) await answers.write(name, request, value, date).catch(() => undefined);
      return { value, date, isCurrent: true };
    } catch (error) {
      const isUnreachable = error instanceof VestibuleError && error.kind === "unreachable";
      const known = isUnreachable && this.epoch === begun ? await answers.read(name, request) : null;
      if (!known) throw error;
      return known;
    }
  }

  /**
   * Ends the session: on this device at once, also without a connection, and on the server if it can be reached. Throws
   * only if the tokens cannot be removed from this device.
   * @returns whether the session has ended on the server too.
   */
  async signOut(options: { everywhere?: boolean } = {}): Promise<boolean> {
    await this.restore().catch(() => undefined);
    const [old, running] = [this.stored, this.refreshing?.epoch === this.epoch ? this.refreshing.tokens : null];
    // Tokens that could not be read are removed too.
    if (!old) return this.write().then(() => true);
    await this.end(null);
    try {
      const tokens = await (running ?? (isFresh(old, this.now()) ? old.tokens : this.send(old, null, { attempts: 1 })));
      const request = options.everywhere ? { everywhere: true } : {};
      await this.options.client.call("sign-out", request, { accessToken: tokens.accessToken, attempts: 2, timeoutSeconds: 10 });
      return true;
    } catch (error) {
      return endsRefresh(error);
    }
  }

  /** An access token that is valid for at least a minute. */
  async accessToken(options: CallOptions = {}): Promise<string> {
    await this.restore();
    if (!this.stored) throw this.signedOut();
    const { tokens } = this.stored;
    return isFresh(this.stored, this.now()) ? tokens.accessToken : this.refreshed(tokens.accessToken, options);
  }

  /** What an answer changes of the session itself. */
  private async finish<Name extends FunctionName>(
    name: Name, result: Functions[Name]["result"], begun: number
  ): Promise<Functions[Name]["result"]> {
    if (begun !== this.epoch) return result;
    if (name === "delete-account") await this.end(null).catch(() => undefined);
    if (name === "reauthenticate") {
      const { session } = result as Functions["reauthenticate"]["result"];
      if (session && this.stored) {
        const tokens = { ...this.stored.tokens, ...session };
        const renewed: Stored = { id: this.stored.id, tokens, ...clockOffset(tokens, this.now()) };
        // The server has ended the tokens of before, also those of a refresh in another tab.
        await this.kept(this.replace(renewed, null));
      }
    }
    return result;
  }

  /** Ends the session if an error says so. The error of a call with earlier tokens says nothing about this one. */
  private async noticed(error: unknown, token: string): Promise<unknown> {
    if (endsSession(error) && this.stored?.tokens.accessToken === token) {
      await this.end(error as VestibuleError).catch(() => undefined);
    }
    return error;
  }

  private async end(reason: VestibuleError | null): Promise<void> {
    const old = this.stored;
    if (!old) return;
    this.epoch++;
    this.stored = null;
    // A refusal is about these tokens, and another tab may have later ones. Signing out ends the session in all
    // tabs.
    const written = reason ? this.kept(this.store.remove(old)) : this.write();
    this.tell({ kind: "ended", reason });
    await Promise.all([written, this.options.answers.clear().catch(() => undefined)]);
  }

  /** Ends the session that another tab has signed out, and leaves the store as it is. */
  private async endHere(): Promise<void> {
    this.epoch++;
    this.stored = null;
    this.tell({ kind: "ended", reason: null });
    await this.options.answers.clear().catch(() => undefined);
  }

  /** Takes and stores what has replaced an earlier session, unless another tab was faster. */
  private async replace(next: Stored, old: Stored | null): Promise<void> {
    this.stored = next;
    const kept = await this.store.replace(next, old);
    if (this.stored !== next) return;
    if (kept) this.stored = kept;
    else await this.endHere();
  }

  private tell(change: SessionChange): void {
    for (const listener of [...this.listeners]) listener(change);
  }

  // The refresh.

  /** The access token that replaces another one. There is one refresh, however many calls wait for it. */
  private async refreshed(token: string, options: CallOptions): Promise<string> {
    if (!this.stored) throw this.signedOut();
    if (this.stored.tokens.accessToken !== token) return this.stored.tokens.accessToken;
    const epoch = this.epoch;
    if (this.refreshing?.epoch !== epoch) {
      const running = { epoch, tokens: this.exchange(this.stored, epoch) };
      const finished = () => void (this.refreshing === running && (this.refreshing = null));
      running.tokens.then(finished, finished);
      this.refreshing = running;
    }
    const tokens = await this.awaited(this.refreshing!.tokens, options.timeoutSeconds);
    // The person may have signed out, or somebody else in, while the answer was on its way.
    if (this.epoch !== epoch) throw this.signedOut();
    return tokens.accessToken;
  }

  /** Waits for a refresh, which goes on for others if this call waits no longer. */
  private async awaited(running: Promise<Tokens>, seconds: number | undefined): Promise<Tokens> {
    if (seconds === undefined) return running;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const error = this.options.client.error("unreachable", "there was no answer in time");
      timer = setTimeout(() => reject(error), seconds * 1000);
    });
    try {
      return await Promise.race([running, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Takes the tokens that another tab of the browser has stored, or else exchanges the refresh token. */
  private async exchange(old: Stored, epoch: number): Promise<Tokens> {
    const found = await this.store.read().catch(() => null);
    if (this.epoch === epoch && this.stored && this.stored.tokens !== old.tokens) return this.stored.tokens;
    if (this.epoch === epoch && !found && (await this.store.isSignedOut().catch(() => false))) {
      if (this.epoch === epoch) await this.endHere();
      throw this.signedOut();
    }
    const isOurs = this.epoch === epoch && found?.id === old.id;
    if (!found || !isOurs || end(found.tokens) < end(old.tokens)) return this.send(old, epoch, {});
    this.stored = found;
    const isRefreshed = found.tokens.refreshToken !== old.tokens.refreshToken && isFresh(found, this.now());
    return isRefreshed ? found.tokens : this.send(found, epoch, {});
  }

  /**
   * Exchanges the refresh token. The key is stored before it is sent: a start after the app was killed repeats the same
   * refresh, and gets the same tokens.
   * @param epoch the epoch whose session gets the tokens; null if none does.
   */
  private async send(old: Stored, epoch: number | null, options: CallOptions): Promise<Tokens> {
    const { client, device } = this.options;
    const idempotencyKey = old.refreshKey ?? client.randomUUID();
    const isPresent = () => this.epoch === epoch && this.stored?.tokens === old.tokens;
    if (!old.refreshKey && isPresent()) {
      await this.replace({ ...old, refreshKey: idempotencyKey }, old).catch(() => undefined);
    }
    const request = { refreshToken: old.tokens.refreshToken, ...(device && { device }) };
    try {
      const { session } = await client.call("refresh-session", request, { ...options, idempotencyKey });
      if (isPresent()) {
        // The answer to an earlier key may be old, and then says nothing about the clock.
        const next = { id: old.id, tokens: session, ...(old.refreshKey ? {} : clockOffset(session, this.now())) };
        // If this fails, the next start repeats the refresh with the stored key.
        await this.replace(next, old).catch(() => undefined);
      }
      // `reauthenticate` or another tab may have given other tokens in between.
      return this.epoch === epoch && this.stored ? this.stored.tokens : session;
    } catch (error) {
      // The request has other data than the one with which the refresh began.
      const isOther = error instanceof VestibuleError && error.code === "event/id-conflict";
      if (isOther && old.refreshKey) return this.send({ id: old.id, tokens: old.tokens }, epoch, options);
      if (isPresent() && endsRefresh(error)) await this.end(error as VestibuleError).catch(() => undefined);
      throw error;
    }
  }

  private signedOut(): VestibuleError {
    return this.options.client.error("signedOut", "there is no session");
  }

  // The store.

  private async readStored(): Promise<void> {
    const begun = this.epoch;
    let found: Stored | null;
    try {
      found = await this.store.read();
    } catch {
      this.restoring = null;
      throw this.options.client.error("storage", "the tokens cannot be read");
    }
    // A session may have begun in between.
    if (this.epoch === begun) this.stored = found;
  }

  private write(): Promise<void> {
    return this.kept(this.store.write(this.stored));
  }

  private async kept(written: Promise<void>): Promise<void> {
    return written.catch(() => {
      throw this.options.client.error("storage", "the tokens cannot be written");
    });
  }
}
