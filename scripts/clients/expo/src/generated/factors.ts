// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

import type {
  Account, AccountState, ClientRecord, Factor, FactorType, JoinRequestState, Tokens, WaitingAcceptance,
  WaitingInvitation, Workout
} from "./types";

/**
 * Answers the challenge of a second factor. The result is that of the function that returned the challenge.
 *
 * Exactly one of these is present:
 * - `code`
 * - `credential`
 * - `recoveryCode`
 */
export interface AnswerChallengeRequest {
  /**
   * What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts. At most 128
   * characters.
   */
  challenge: string;
  /** The factor that answers, if the account has several. At most 64 characters. */
  factorId?: string;
  /** A code of an authenticator app: 6 digits. At most 16 characters. */
  code?: string;
  /** The answer of an authenticator: `PublicKeyCredential.toJSON()`. */
  credential?: Record<string, unknown>;
  /** A recovery code; case and hyphens do not matter. At most 64 characters. */
  recoveryCode?: string;
}

/**
 * What `answer-challenge` answers to `AnswerChallengeRequest`.
 *
 * The result of the function that gave the challenge.
 */
export interface AnswerChallengeResult {
  /** A person who can sign in. `email` is absent if the provider gave none. */
  account: Account;
  /** The tokens of a session. */
  session: Tokens;
  /**
   * The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show or
   * delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
   */
  state: AccountState;
  /**
   * What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
   * `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of the
   * address.
   */
  missing: string[];
  /** An inviter's record of a person. Only the inviter sees `notes` and `profile`. */
  client?: ClientRecord;
  /** Present if the inviter has to agree. The account is not a client before that. */
  joinRequest?: JoinRequestState;
  /** The `data` of the invitation; absent if it has none. */
  data?: unknown;
  /** Where the inviter wants the person to go now; absent if the invitation does not say. */
  returnURL?: string;
  /** What is accepted in the step that proves the account's address; absent otherwise. */
  waiting?: WaitingAcceptance;
  /**
   * What the inviter has assigned so far, oldest first; only if the challenge was given by `accept-invitation`. At
   * most 100 entries.
   */
  workouts?: Workout[];
  /** Whether the account was created by `accept-invitation`; only if it gave the challenge. */
  isNewAccount?: boolean;
  /**
   * The pending invitations to the account's verified address that the account can accept with `accept-invitation` and
   * `invitationId`, newest first. At most 20 entries.
   */
  invitations?: WaitingInvitation[];
  /** Always true; only if the challenge was given by `sign-in-with-apple`. */
  success?: boolean;
  /** The text to show the person; only if the challenge was given by `sign-in-with-apple`. */
  message?: string;
}

/**
 * Confirms a new second factor; every later sign-in needs it.
 *
 * Exactly one of these is present:
 * - `code`
 * - `credential`
 */
export interface ConfirmFactorRequest {
  /** The `factor.id` of `enroll-factor`. At most 64 characters. */
  factorId: string;
  /** A code of an authenticator app: 6 digits. At most 16 characters. */
  code?: string;
  /** The answer of an authenticator: `PublicKeyCredential.toJSON()`. */
  credential?: Record<string, unknown>;
}

/** What `confirm-factor` answers to `ConfirmFactorRequest`. */
export interface ConfirmFactorResult {
  /** The confirmed second factors of the account, oldest first. At most 10 entries. */
  factors: Factor[];
  /**
   * Codes for a person who has lost the second factor. Each works once. They are shown only now; absent unless it is the
   * first factor.
   */
  recoveryCodes?: string[];
}

/** Begins to add a second factor; `confirm-factor` completes it. */
export interface EnrollFactorRequest {
  /** An authenticator app, or a passkey. */
  type: FactorType;
  /** The person's name for the factor. At most 100 characters. */
  name?: string;
}

/** What `enroll-factor` answers to `EnrollFactorRequest`. */
export interface EnrollFactorResult {
  /** A second factor. */
  factor: Factor;
  /** The secret of an authenticator app in base32; absent for a passkey. */
  secret?: string;
  /** The `otpauth` URI of a QR code for an authenticator app; absent for a passkey. */
  uri?: string;
  /** For `PublicKeyCredential.parseCreationOptionsFromJSON()`; absent for an authenticator app. */
  options?: Record<string, unknown>;
}

/** Lists the second factors of the account. */
export type ListFactorsRequest = Record<string, never>;

/** What `list-factors` answers to `ListFactorsRequest`. */
export interface ListFactorsResult {
  /** The confirmed second factors of the account, oldest first. At most 10 entries. */
  factors: Factor[];
  /** How many recovery codes have not been used. */
  recoveryCodesLeft: number;
}

/** Begins a sign-in with a passkey, or, with the mailed code of an invitation, a new passkey to accept it. */
export interface PasskeyOptionsRequest {
  /** The mailed code of an invitation to an address without an account. At most 128 characters. */
  code?: string;
}

/** What `passkey-options` answers to `PasskeyOptionsRequest`. */
export interface PasskeyOptionsResult {
  /** What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts. */
  challenge: string;
  /** For `PublicKeyCredential.parseRequestOptionsFromJSON()`; with a code for `parseCreationOptionsFromJSON()`. */
  options: Record<string, unknown>;
}

/** Removes a second factor. */
export interface RemoveFactorRequest {
  /** The factor to remove. At most 64 characters. */
  factorId: string;
}

/** What `remove-factor` answers to `RemoveFactorRequest`. */
export interface RemoveFactorResult {
  /** The confirmed second factors of the account, oldest first. At most 10 entries. */
  factors: Factor[];
}

/** Replaces the recovery codes of the account. */
export type RenewRecoveryCodesRequest = Record<string, never>;

/** What `renew-recovery-codes` answers to `RenewRecoveryCodesRequest`. */
export interface RenewRecoveryCodesResult {
  /** Codes for a person who has lost the second factor. Each works once. They are shown only now. */
  recoveryCodes: string[];
}
