// SPDX-License-Identifier: Apache-2.0
// Keeps a session over the client that openapi-generator makes (typescript-fetch), which is in ./client.

import {
  Configuration, FetchError, Problem, RefusalFromJSON, ResponseError, Session as Tokens, SessionsApi, SessionFromJSON, SessionToJSON,
} from "./client";

/** Where the tokens are kept: `localStorage` of a browser, or the secure storage of a phone. */
export interface TokenStore {
  read(): Promise<string | null>;
  write(text: string | null): Promise<void>;
}

/** A refusal of the server, or what is the matter with the connection. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.userMessage);
  }
}

const AHEAD_MILLISECONDS = 60_000;
const PAUSES_MILLISECONDS = [500, 1000, 2000, 4000];
/** The codes with which a session has ended. */
const ENDED = ["auth/session-expired", "auth/session-revoked", "auth/unauthenticated", "auth/user-disabled", "auth/user-not-found"];

export class Session {
  private tokens: Tokens | null = null;
  private refreshing: Promise<Tokens> | null = null;
  private readonly publicApi: SessionsApi;
  /** For the apis that need a session: `new ClientsApi(session.configuration)`. */
  readonly configuration: Configuration;

  /** signedOut: called when the server has ended the session; the problem has the text for the person. */
  constructor(basePath: string, private readonly store: TokenStore, private readonly signedOut: (problem: Problem) => void) {
    this.publicApi = new SessionsApi(new Configuration({ basePath }));
    this.configuration = new Configuration({ basePath, accessToken: () => this.accessToken() });
  }

  /** Reads the stored tokens. Returns whether there is a session. */
  async restore(): Promise<boolean> {
    const text = await this.store.read();
    this.tokens = text === null ? null : SessionFromJSON(JSON.parse(text));
    return this.tokens !== null;
  }

  /** Begins with the tokens of `signIn`, `signUp`, `acceptInvitation` or `answerChallenge`. */
  async begin(tokens: Tokens | null): Promise<void> {
    this.tokens = tokens;
    await this.store.write(tokens === null ? null : JSON.stringify(SessionToJSON(tokens)));
  }

  /** Makes a call, again after lost connections and 503, and once more after a refresh if the access token has expired.
   *  `key` is the same each time: give it to the call as its `idempotencyKey`. */
  async call<Result>(make: (key: string) => Promise<Result>): Promise<Result> {
    const key = crypto.randomUUID();
    let wasRefreshed = false;
    for (let attempt = 0; ; attempt++) {
      try {
        return await make(key);
      } catch (error) {
        const problem = await problemOf(error);
        if (problem?.code === "auth/token-expired" && !wasRefreshed) {
          wasRefreshed = true;
          await this.refresh();
          continue;
        }
        if (problem && ENDED.includes(problem.code) && this.tokens) await this.end(problem);
        const mayWork = problem ? problem.code === "service/unavailable" : error instanceof FetchError;
        if (!mayWork || attempt >= PAUSES_MILLISECONDS.length) throw problem ? new Refused(problem) : error;
        await pause(Math.max(PAUSES_MILLISECONDS[attempt], 1000 * (problem?.retryAfter ?? 0)));
      }
    }
  }

  async signOut(): Promise<void> {
    const api = new SessionsApi(this.configuration);
    await this.call((idempotencyKey) => api.signOut({ idempotencyKey, signOutRequest: {} }));
    await this.begin(null);
  }

  private async accessToken(): Promise<string> {
    if (!this.tokens) return "";
    const isFresh = this.tokens.accessTokenExpiresAt.getTime() - Date.now() > AHEAD_MILLISECONDS;
    return (isFresh ? this.tokens : await this.refresh()).accessToken;
  }

  /** Refreshes once, however many calls wait for it. */
  private refresh(): Promise<Tokens> {
    this.refreshing ??= this.refreshOnce().finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  private async refreshOnce(): Promise<Tokens> {
    const refreshToken = this.tokens!.refreshToken;
    // After a lost answer the same refresh token returns the same tokens, for 30 seconds.
    const { session } = await this.call(() => this.publicApi.refreshSession({ refreshSessionRequest: { refreshToken } }));
    await this.begin(session);
    return session;
  }

  private async end(problem: Problem): Promise<void> {
    await this.begin(null);
    this.signedOut(problem);
  }
}

/** The problem of a refusal; null for an error that is none, such as a lost connection. */
async function problemOf(error: unknown): Promise<Problem | null> {
  if (!(error instanceof ResponseError)) return null;
  try {
    return RefusalFromJSON(await error.response.clone().json()).error;
  } catch {
    return null;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
