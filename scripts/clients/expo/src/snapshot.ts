// SPDX-License-Identifier: Apache-2.0

import type { VestibuleError } from "./errors";
import type { AppConfiguration } from "./generated/apps";
import type { SignInResult } from "./generated/sessions";
import type { Account, AccountState, Factor, WaitingInvitation } from "./generated/types";
import type { AppLink } from "./links";

/**
 * Where the person is, for an app's screens:
 * - `loading`: the stored tokens are being read.
 * - `signedOut`: nobody is signed in.
 * - `challenged`: the second factor has to be passed (`challenge`). There is no session yet.
 * - `emailNotVerified`, `incomplete` (`missing`), `guardianPending`, `factorRequired`: signed in, but the app's functions are
 *   not reachable before that is done.
 * - `signedIn`: the person is signed in.
 */
export type AuthStatus =
  "loading" | "signedOut" | "challenged" | "emailNotVerified" | "incomplete" | "guardianPending" | "factorRequired" | "signedIn";

/** The challenge of a second factor, for `answer-challenge`. */
export interface FactorChallenge {
  readonly challenge: string;
  readonly factors: readonly Factor[];
  /** The options of a passkey's request; null if no factor is a passkey. */
  readonly options: Record<string, unknown> | null;
}

/** What an app shows. It does not change: each change is another snapshot. */
export interface AuthSnapshot {
  readonly status: AuthStatus;
  /** Null if nobody is signed in, and for tokens of which nothing else is known. */
  readonly account: Account | null;
  /** What the policy requires and the account lacks, for `complete-account`. */
  readonly missing: readonly string[];
  /** The invitations that wait for the account's verified address. */
  readonly invitations: readonly WaitingInvitation[];
  readonly challenge: FactorChallenge | null;
  /** The code of the invitation that opened the app, until it is accepted, dismissed or of no use; also after another start. */
  readonly invitation: string | null;
  /** The last other link that opened the app, such as one to choose a new password. */
  readonly link: AppLink | null;
  /** Rules and texts; null only before the first answer of the server. */
  readonly configuration: AppConfiguration | null;
  /** Whether the server could not be reached last. The account is then that of the last time. */
  readonly isOffline: boolean;
  /** The text for a bar at the top of the screen; null if the server can be reached. */
  readonly offlineMessage: string | null;
  /** Whether an action is running. */
  readonly isBusy: boolean;
  /** The failure of the last action; null after a success. */
  readonly failure: VestibuleError | null;
  /** The text of the failure for the person. */
  readonly message: string | null;
}

/** Nobody is signed in. */
export const SIGNED_OUT = { status: "signedOut", account: null, missing: [], invitations: [], challenge: null } as const;

/** The snapshot before the stored tokens are read. */
export const LOADING: AuthSnapshot = {
  ...SIGNED_OUT, status: "loading", invitation: null, link: null, configuration: null, isOffline: false, offlineMessage: null,
  isBusy: false, failure: null, message: null,
};

/** What the results of all ways to sign in have in common. */
export type SignInOutcome = SignInResult;

/** What a snapshot shows of an account. */
export function accountSnapshot(outcome: SignInOutcome): Partial<AuthSnapshot> {
  return {
    status: status(outcome.state), account: outcome.account ?? null, missing: outcome.missing,
    invitations: outcome.invitations ?? [], challenge: null,
  };
}

/** What a snapshot shows of a challenge. */
export function challengeSnapshot(outcome: SignInOutcome): Partial<AuthSnapshot> | null {
  if (!outcome.challenge) return null;
  const { challenge, factors = [], options = null } = outcome;
  return { ...SIGNED_OUT, status: "challenged", challenge: { challenge, factors, options } };
}

const RESTRICTED = ["emailNotVerified", "incomplete", "guardianPending", "factorRequired"] as const;

/** A state that this version does not know is shown as signed in: the server refuses what it does not allow. */
function status(state: AccountState): AuthStatus {
  return RESTRICTED.find((it) => it === state) ?? "signedIn";
}
