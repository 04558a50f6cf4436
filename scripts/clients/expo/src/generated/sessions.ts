// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

import type {
  Account, AccountState, Consent, Device, DevicePushService, Factor, Identity, PasskeyAnswer, Tokens,
  WaitingAcceptance, WaitingInvitation
} from "./types";

/** Tells a gateway whether an access token is valid, and whose it is. */
export interface AuthorizeRequest {
  /** The role that the account must have; without it, any. At most 64 characters. */
  role?: string;
  /** Whether the session must have passed a second factor. */
  factor?: boolean;
  /** The seconds that may have passed since the person last proved who they are. 0 to 31536000. */
  maxAge?: number;
}

/** What `authorize` answers to `AuthorizeRequest`. */
export interface AuthorizeResult {
  /** The id of the account that calls. */
  accountId: string;
  /** The role of the account. */
  role: string;
  /** The id of the session to which the access token belongs. */
  sessionId: string;
  /** Whether the person has proven that the address is theirs. */
  emailVerified: boolean;
  /** The account's address; null if the provider gave none. */
  email: string | null;
  /** The id that the account had in the system from which it was imported; absent if it was not imported. */
  externalId?: string;
}

/** The public keys of access tokens (RFC 7517). */
export type JwksRequest = Record<string, never>;

/** What `jwks` answers to `JwksRequest`. */
export interface JwksResult {
  /** The public keys with which access tokens are verified. At most 10 entries. */
  keys: JwksResultKey[];
}

/** A public key (RFC 7517). */
export interface JwksResultKey {
  /** The type of the key: `EC`. */
  kty: string;
  /** The curve: `P-256`. */
  crv: string;
  /** The x coordinate of the public point, in base64url. */
  x: string;
  /** The y coordinate of the public point, in base64url. */
  y: string;
  /** The id of the key, which the header of a token names. */
  kid: string;
  /** What the key is for: `sig`, signatures. */
  use: string;
  /** The algorithm of the signatures: `ES256`. */
  alg: string;
}

/** Lists where the account is signed in. */
export type ListSessionsRequest = Record<string, never>;

/** What `list-sessions` answers to `ListSessionsRequest`. */
export interface ListSessionsResult {
  /** The sessions that have not ended, the last used one first. At most 1000 entries. */
  sessions: ListSessionsResultSession[];
}

/** A session of the account. */
export interface ListSessionsResultSession {
  /** The id of the session, for `sign-out`. */
  id: string;
  /** Whether it is the caller's session. */
  current: boolean;
  /** When the person signed in. */
  createdAt: string;
  /** When the person last proved who they are: the sign-in, or a later `reauthenticate`. */
  authenticatedAt: string;
  /** When its tokens were last refreshed. */
  lastUsedAt: string;
  /** When it ends if it is not used until then. */
  expiresAt: string;
  /** The device of the session; absent if the app named none. */
  device?: ListSessionsResultSessionDevice;
  /** The client address of its last use; absent if it is not known. */
  address?: string;
  /** The country of the sign-in (ISO 3166-1); absent if it is not known. */
  country?: string;
}

/** The device of the session; absent if the app named none. */
export interface ListSessionsResultSessionDevice {
  /** The kind of the device, such as `ios`; absent if the app did not name it. */
  platform?: string;
  /** What the person calls the device; absent if the app did not name it. */
  name?: string;
  /** The service that delivers push messages to the app on the device, with `pushToken`. */
  pushService?: DevicePushService;
}

/**
 * Proves again who the caller is: the same session counts as a recent sign-in and gets new tokens.
 *
 * At least one of these is present:
 * - `identity`
 * - `password`
 * - `factor`
 */
export interface ReauthenticateRequest {
  /** An ID token of an identity provider. */
  identity?: Identity;
  /** A password, normalized to NFC and never trimmed. At most 256 characters. */
  password?: string;
  /**
   * The second factor of the account, with the credential or alone. A passkey signs a challenge of `passkey-options`.
   * Exactly one of these is present: `code`; `credential`.
   */
  factor?: ReauthenticateRequestFactor;
}

/**
 * The second factor of the account, with the credential or alone. A passkey signs a challenge of `passkey-options`.
 * Exactly one of these is present:
 * - `code`
 * - `credential`
 */
export interface ReauthenticateRequestFactor {
  /** The factor that answers, if the account has several. At most 64 characters. */
  factorId?: string;
  /** A code of an authenticator app: 6 digits. At most 16 characters. Absent if `credential` is present. */
  code?: string;
  /** The answer of an authenticator: `PublicKeyCredential.toJSON()`. Absent if `code` is present. */
  credential?: Record<string, unknown>;
}

/** What `reauthenticate` answers to `ReauthenticateRequest`. */
export interface ReauthenticateResult {
  /** The same session with new tokens. The old access token is not valid any more. */
  session: ReauthenticatedTokens;
}

/** The same session with new tokens. The old access token is not valid any more. */
export interface ReauthenticatedTokens {
  /** The token for the header Authorization: Bearer. */
  accessToken: string;
  /** When the access token expires. */
  accessTokenExpiresAt: string;
  /** The token for `refresh-session`. It works once. */
  refreshToken: string;
  /** When the person proved who they are: now. */
  authenticatedAt: string;
}

/** Exchanges a refresh token for the session's next tokens. */
export interface RefreshSessionRequest {
  /** The last refresh token of the session. At most 512 characters. */
  refreshToken: string;
  /** Required, with the id of the session's device, if the policy has `session.bindDevice`. */
  device?: Device;
}

/** What `refresh-session` answers to `RefreshSessionRequest`. */
export interface RefreshSessionResult {
  /** The tokens of a session. */
  session: Tokens;
}

/** Sends a mail with a code that signs in, with the same answer for every address. */
export interface RequestSignInRequest {
  /**
   * A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map its
   * domain to ASCII. At most 254 characters.
   */
  email: string;
}

/** What `request-sign-in` answers to `RequestSignInRequest`. */
export interface RequestSignInResult {
  /** The text to show the person. */
  message: string;
}

/**
 * Signs in with an ID token, with email or user name and password, with email and a mailed code, or with a passkey;
 * a new identity creates an account where the policy allows sign-up.
 *
 * Exactly one of these is present:
 * - `identity`
 * - `email` and `password`
 * - `username` and `password`
 * - `passkey`
 * - `email` and `code`
 */
export interface SignInRequest {
  /** An ID token of an identity provider. */
  identity?: Identity;
  /**
   * A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map its
   * domain to ASCII. At most 254 characters.
   */
  email?: string;
  /**
   * A name with which a person can sign in instead of the address. Case and Unicode spelling do not matter. The
   * policy's `profile.username` says whether accounts have one. 3 to 64 characters.
   */
  username?: string;
  /** A password, normalized to NFC and never trimmed. At most 256 characters. */
  password?: string;
  /** A challenge of `passkey-options`, and the answer of the authenticator. */
  passkey?: PasskeyAnswer;
  /** The code of the mail that `request-sign-in` sends. Case and hyphens do not matter. At most 128 characters. */
  code?: string;
  /**
   * The role that the app is for; an account with another role is refused (`auth/role-mismatch`). Without it a new
   * person whom nobody has invited gets the inviter's role if `roles.signUp` names that and the address is verified,
   * otherwise the invitee's or the only one of `roles.signUp`. At most 64 characters.
   */
  as?: string;
  /** The device of the session. */
  device?: Device;
  /** The person's day of birth as a calendar date: `2010-05-31`. */
  birthDate?: string;
  /**
   * The person's consent to the terms, and the address of their parent or guardian. Without `version` the person
   * agrees to no terms, such as where the policy has none.
   */
  consent?: Consent;
  /** Whether to restore an account that is being deleted. Then an unknown identity creates no account. */
  restore?: boolean;
}

/**
 * What `sign-in` answers to `SignInRequest`.
 *
 * Exactly one of these is present:
 * - `account` and `session` and `invitations`
 * - `challenge` and `factors`
 */
export interface SignInResult {
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
  /** A person who can sign in. `email` is absent if the provider gave none. */
  account?: Account;
  /** The tokens of a session. Absent if `challenge` is present. */
  session?: Tokens;
  /**
   * The pending invitations to the account's verified address that the account can accept with `accept-invitation` and
   * `invitationId`, newest first. At most 20 entries. Absent if `challenge` is present.
   */
  invitations?: WaitingInvitation[];
  /** What is accepted in the step that proves the account's address; absent if nothing waits. */
  waiting?: WaitingAcceptance;
  /**
   * What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts. Absent if `account`
   * is present.
   */
  challenge?: string;
  /** The confirmed second factors of the account, oldest first. At most 10 entries. Absent if `account` is present. */
  factors?: Factor[];
  /** If one of the factors is a passkey: for `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
  options?: Record<string, unknown>;
}

/** Signs in with Apple in the request format of the Manajet app: `sign-in` with the provider `apple`. */
export interface SignInWithAppleRequest {
  /** The provider's ID token. At most 16384 characters. */
  identity_token: string;
  /** The token's subject; it must be equal to it. At most 255 characters. */
  user_identifier?: string | null;
  /** Ignored, because the token contains the address. At most 254 characters. */
  email?: string | null;
  /** The name that Apple returns at the first sign-in. */
  full_name?: SignInWithAppleRequestFullName;
  /** Apple's authorization code, as `identity.authorizationCode` of `sign-in`. At most 2048 characters. */
  authorization_code?: string | null;
  /**
   * The raw nonce of the request for the token; the token contains it in the form that the provider's `nonceForm`
   * names. At most 512 characters.
   */
  nonce?: string;
  /**
   * The role that the app is for; an account with another role is refused (`auth/role-mismatch`). Without it a new
   * person whom nobody has invited gets the inviter's role if `roles.signUp` names that and the address is verified,
   * otherwise the invitee's or the only one of `roles.signUp`. At most 64 characters.
   */
  as?: string;
  /** The device of the session. */
  device?: Device;
  /** The person's day of birth as a calendar date: `2010-05-31`. */
  birthDate?: string;
  /**
   * The person's consent to the terms, and the address of their parent or guardian. Without `version` the person
   * agrees to no terms, such as where the policy has none.
   */
  consent?: Consent;
}

/** The name that Apple returns at the first sign-in. */
export interface SignInWithAppleRequestFullName {
  /** The first name. At most 99 characters. */
  given_name?: string | null;
  /** The last name. At most 99 characters. */
  family_name?: string | null;
}

/**
 * What `sign-in-with-apple` answers to `SignInWithAppleRequest`.
 *
 * Exactly one of these is present:
 * - `account` and `session` and `invitations`
 * - `challenge` and `factors`
 */
export interface SignInWithAppleResult {
  /** Always true; a refusal has false. */
  success: boolean;
  /** The text to show the person. */
  message: string;
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
  /** A person who can sign in. `email` is absent if the provider gave none. */
  account?: Account;
  /** The tokens of a session. Absent if `challenge` is present. */
  session?: Tokens;
  /**
   * The pending invitations to the account's verified address that the account can accept with `accept-invitation` and
   * `invitationId`, newest first. At most 20 entries. Absent if `challenge` is present.
   */
  invitations?: WaitingInvitation[];
  /** What is accepted in the step that proves the account's address; absent if nothing waits. */
  waiting?: WaitingAcceptance;
  /**
   * What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts. Absent if `account`
   * is present.
   */
  challenge?: string;
  /** The confirmed second factors of the account, oldest first. At most 10 entries. Absent if `account` is present. */
  factors?: Factor[];
  /** If one of the factors is a passkey: for `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
  options?: Record<string, unknown>;
}

/** Ends the caller's session, another session of the account, or all of them. */
export interface SignOutRequest {
  /** Ends all sessions of the account. */
  everywhere?: boolean;
  /** Another session of the account, from `list-sessions`; without it, the caller's. At most 64 characters. */
  sessionId?: string;
}

/** What `sign-out` answers to `SignOutRequest`. */
export interface SignOutResult {
  /** The number of sessions that were ended. */
  ended: number;
}
