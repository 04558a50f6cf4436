// SPDX-License-Identifier: Apache-2.0

import { VestibuleError } from "./errors";
import { FunctionName, functions, Functions } from "./generated/functions";
import type { Problem } from "./generated/types";
import { randomUUID } from "./randomUUID";

/** What a client needs. */
export interface ClientOptions {
  /** The URL to which the paths of functions are added, such as `https://app.example.com`. */
  url: string;
  /** The language of texts for the person, such as `de`; without it, the server's first language. */
  language?: string | undefined;
  /** Sends a request. Default: the global `fetch`. */
  fetch?: typeof fetch;
  /** Makes ids of calls. Default: a random UUID. */
  randomUUID?: () => string;
  /** Waits. Tests replace it. */
  sleep?: (milliseconds: number) => Promise<void>;
}

/** How one call is made. */
export interface CallOptions {
  /** The token of the widget that the policy's `botCheck` names. */
  botToken?: string | undefined;
  /** Identifies the call: the same for every repetition, so that it takes effect once. */
  idempotencyKey?: string;
  /** How often the call is sent at most. Default: 5. */
  attempts?: number;
  /** How long one attempt may take. Default: 30. */
  timeoutSeconds?: number;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

/**
 * Calls the functions of a server. A call is repeated when the connection is lost and after the status 503, and never
 * after another answer. `Session` adds the access token to the calls that need one.
 */
export class Client {
  readonly url: string;
  readonly language: string | undefined;
  readonly randomUUID: () => string;
  private readonly fetch: typeof fetch;
  private readonly sleep: (milliseconds: number) => Promise<void>;

  constructor(options: ClientOptions) {
    this.url = options.url.replace(/\/+$/, "");
    this.language = options.language;
    this.randomUUID = options.randomUUID ?? randomUUID;
    this.fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.sleep = options.sleep ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)));
  }

  /** Calls a function. Throws a `VestibuleError`. */
  async call<Name extends FunctionName>(
    name: Name, request: Functions[Name]["request"], options: CallOptions & { accessToken?: string } = {}
  ): Promise<Functions[Name]["result"]> {
    const attempts = options.attempts ?? 5;
    const [url, init] = this.request(name, request, options);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.response(url, init, options.timeoutSeconds ?? 30);
      } catch (error) {
        const wait = attempt < attempts ? pause(error, attempt) : null;
        if (wait === null) throw error;
        await this.sleep(wait);
      }
    }
  }

  /** An error in the language of the client. */
  error(kind: VestibuleError["kind"], detail: string): VestibuleError {
    return new VestibuleError(kind, { language: this.language, detail });
  }

  private request(
    name: FunctionName, request: object, options: CallOptions & { accessToken?: string }
  ): [string, RequestInit] {
    const { method, path } = functions[name];
    const headers: Record<string, string> = { Accept: "application/json" };
    if (this.language) headers["Accept-Language"] = this.language;
    if (options.accessToken) headers["Authorization"] = `Bearer ${options.accessToken}`;
    if (method === "GET") {
      const query = Object.entries(request).filter(([, value]) => value !== undefined && value !== null)
        .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`).join("&");
      return [this.url + path + (query && `?${query}`), { method, headers }];
    }
    headers["Content-Type"] = "application/json";
    headers["Idempotency-Key"] = options.idempotencyKey ?? this.randomUUID();
    if (options.botToken) headers["X-Bot-Token"] = options.botToken;
    return [this.url + path, { method, headers, body: JSON.stringify(request) }];
  }

  /** The result of one attempt. */
  private async response<Result>(url: string, init: RequestInit, timeoutSeconds: number): Promise<Result> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeoutSeconds * 1000);
    let status: number;
    let text: string;
    let retryAfter: string | null;
    try {
      const response = await this.fetch(url, { ...init, signal: abort.signal, credentials: "omit" });
      status = response.status;
      retryAfter = response.headers.get("Retry-After");
      text = await response.text();
    } catch {
      throw this.error("unreachable", abort.signal.aborted ? "there was no answer in time" : "the connection failed");
    } finally {
      clearTimeout(timer);
    }
    const body = parsed(text);
    if (status === 200 && isObject(body)) return body as unknown as Result;
    throw this.failure(status, body, retryAfter);
  }

  private failure(status: number, body: unknown, retryAfter: string | null): VestibuleError {
    const problem = isObject(body) && isObject(body["error"]) ? (body["error"] as unknown as Problem) : null;
    if (problem && typeof problem.code === "string") {
      const seconds = problem.retryAfter ?? Number(retryAfter ?? NaN);
      const whole = Number.isFinite(seconds) ? { ...problem, retryAfter: seconds } : problem;
      return new VestibuleError("refused", { language: this.language, problem: whole });
    }
    // A proxy whose server did not answer.
    if (status === 502 || status === 503 || status === 504) return this.error("unreachable", `the status is ${status}`);
    return this.error("unintelligible", `the status is ${status}, and the answer is not one of this server`);
  }
}

/** The milliseconds until a call is repeated; null if it is not. */
function pause(error: unknown, attempt: number): number | null {
  if (!(error instanceof VestibuleError)) return null;
  if (error.kind !== "unreachable" && error.problem?.status !== 503) return null;
  const asked = 1000 * (error.retryAfter ?? 0);
  if (asked > LONGEST_PAUSE) return null;
  const own = Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * (0.5 + Math.random() / 2);
  return Math.max(own, asked);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
