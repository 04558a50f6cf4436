// SPDX-License-Identifier: Apache-2.0

import type { Tokens } from "./generated/types";

/** How long before their end access tokens are refreshed, in milliseconds. */
const MARGIN = 60_000;
/** A smaller difference may be the time that the answer took. */
const SMALLEST_OFFSET = 300_000;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** When an access token ends, in milliseconds since 1970. */
export function end(tokens: Tokens): number {
  return Date.parse(tokens.accessTokenExpiresAt);
}

/** Whether an access token is valid for at least a minute, by the server's clock. */
export function isFresh(session: { readonly tokens: Tokens; readonly clockOffset?: number }, now: number): boolean {
  return end(session.tokens) - now + (session.clockOffset ?? 0) > MARGIN;
}

/**
 * How many milliseconds the clock of this device is ahead of the server's, by tokens that the server has issued just now;
 * nothing if the token does not say when, or the clock is right.
 */
export function clockOffset(tokens: Tokens, now: number): { clockOffset?: number } {
  const issued = issuedAt(tokens.accessToken);
  const offset = issued === null ? 0 : now - issued;
  return Math.abs(offset) < SMALLEST_OFFSET ? {} : { clockOffset: offset };
}

/** When the server has issued a token, a JSON Web Token, in milliseconds since 1970; null if it does not say. */
function issuedAt(token: string): number | null {
  try {
    const claims = JSON.parse(decoded(token.split(".")[1] ?? ""));
    return typeof claims?.iat === "number" ? claims.iat * 1000 : null;
  } catch {
    return null;
  }
}

/** The bytes of base64url as characters: Hermes has no `atob`, and numbers are ASCII. */
function decoded(text: string): string {
  let [bits, count, bytes] = [0, 0, ""];
  for (const letter of text) {
    bits = ((bits << 6) | LETTERS.indexOf(letter)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += String.fromCharCode((bits >> count) & 0xff);
  }
  return bytes;
}
