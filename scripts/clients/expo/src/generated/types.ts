// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/** A person who can sign in. `email` is absent if the provider gave none. */
export interface Account {
  /** The account's id: the `sub` of its access tokens. */
  id: string;
  /** Whether the person has proven that the address is theirs. */
  emailVerified: boolean;
  /** The name that others see. */
  displayName: string;
  /** The role of the policy that the account has. */
  role: string;
  /** `deleting`: the person has deleted the account and can restore it. */
  status: AccountStatus;
  /** The app's own fields, as `profile.fields` of the policy defines them. */
  profile: Record<string, unknown>;
  /** The person's last consent, and the decision of their parent or guardian. */
  consent: AccountConsent;
  /** When the account was created. */
  createdAt: string;
  /** The primary address, to which mails go; null if the provider gave none. */
  email: string | null;
  /**
   * The primary address, to which mails go, and the others that were proven. One that is only claimed has no
   * `provenAt`. Absent where an inviter sees the account. At most 10 entries.
   */
  addresses?: AccountAddress[];
  /**
   * The name with which the person can sign in instead of the address, folded: in lower case and in the Unicode form
   * NFKC; absent if there is none.
   */
  username?: string;
  /** The https URL of the person's picture; absent if there is none. */
  photoURL?: string;
  /** The telephone number in the international form (E.164), such as `+15551234567`; absent if there is none. */
  phone?: string;
  /** The language of the person's mails (BCP 47); absent for the app's first language. */
  locale?: string;
  /**
   * The time zone in which the person sees times, such as `Europe/Berlin`; absent if none was chosen: times are then in
   * UTC.
   */
  timeZone?: string;
  /** Whether the person has stated a birth date that the policy accepted. */
  ageVerified?: boolean;
  /** What an inviter's invitations show instead of the app's name, color and logo. */
  branding?: Branding;
  /** When the person last signed in; null if they never have. */
  lastSignInAt: string | null;
  /**
   * The inviters who were linked to the account before the first proof of its address. They wait for `complete-account
   * {keepInviters}`; absent if none waits. At most 1000 entries.
   */
  waitingInviters?: AccountWaitingInviter[];
  /** The id that the account had in the system from which it was imported; absent if it was not imported. */
  externalId?: string;
}

/** An address of the account. */
export interface AccountAddress {
  /** The address. */
  email: string;
  /** Whether mails go to this address. */
  primary: boolean;
  /** When the person proved that the address is theirs; absent if they have not yet. */
  provenAt?: string;
}

/** The person's last consent, and the decision of their parent or guardian. */
export interface AccountConsent {
  /**
   * Whether a parent or guardian has agreed: `none` if nobody has to, `pending` until they decide, `withdrawn` if they
   * agreed first and disagree now.
   */
  guardian: AccountConsentGuardian;
  /** The version of the terms that the person agreed to; null if they have not agreed to any. */
  version: string | null;
  /** When the person agreed to the terms; null if they have not. */
  agreedAt: string | null;
}

/**
 * Whether a parent or guardian has agreed: `none` if nobody has to, `pending` until they decide, `withdrawn` if they
 * agreed first and disagree now.
 */
export type AccountConsentGuardian =
  "none" | "pending" | "agreed" | "refused" | "withdrawn" | (string & {});

/**
 * The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show or
 * delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
 */
export type AccountState =
  "emailNotVerified" | "incomplete" | "guardianPending" | "factorRequired" | "signedIn" | (string & {});

/** `deleting`: the person has deleted the account and can restore it. */
export type AccountStatus =
  "active" | "disabled" | "deleting" | (string & {});

/** An inviter who waits for the person's decision. */
export interface AccountWaitingInviter {
  /** The id of the inviter's record of the person, for `keepInviters`. */
  clientId: string;
  /** An inviter, as its clients see it. */
  inviter: InviterName;
  /** A team of inviters; only with `teams` of the policy. */
  team?: TeamName;
}

/** What an inviter's invitations show instead of the app's name, color and logo. */
export interface Branding {
  /** The name that takes the place of the app's name; absent for the app's. */
  name?: string;
  /** The color of buttons and links, such as `#0a7d5a`; absent for the app's. */
  color?: string;
  /** The https URL of the logo; absent for the app's. */
  logoURL?: string;
}

/** An inviter's record of a person. Only the inviter sees `notes` and `profile`. */
export interface ClientRecord {
  /** The id of the record, which other functions call `clientId`. */
  id: string;
  /** The client's name, as the inviter wrote it. */
  name: string;
  /** When the client was first invited. */
  createdAt: string;
  /** The address to which invitations go; absent if the inviter does not know it. */
  email?: string;
  /** The telephone number in the international form (E.164), or as typed if it cannot be read; absent if there is none. */
  phone?: string;
  /** The inviter's notes, which the client never sees; absent if there are none. */
  notes?: string;
  /** The language of the client's invitations (BCP 47); absent for the inviter's. */
  locale?: string;
  /** The account that accepted the invitation; absent until then. */
  accountId?: string;
  /** When the person left the inviter; absent after they accepted again. Only the inviter sees it. */
  leftAt?: string;
  /**
   * The profile fields that the inviter has given for the account that will accept; absent for none, and after the
   * acceptance. Only the inviter sees them.
   */
  profile?: Record<string, unknown>;
  /** The link by which the person has joined; absent for others. Only the inviter sees it. */
  joinLinkId?: string;
  /** The inviter, where the client sees the record; absent where the inviter does. */
  inviter?: InviterName;
  /** The account of the team's member who is responsible for the client; absent for nobody. Only inviters see it. */
  coachId?: string;
  /** A team of inviters; only with `teams` of the policy. */
  team?: TeamName;
}

/**
 * The person's consent to the terms, and the address of their parent or guardian. Without `version` the person
 * agrees to no terms, such as where the policy has none.
 */
export interface Consent {
  /** The version of the terms that the person agrees to. At most 64 characters. */
  version?: string;
  /**
   * A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map its
   * domain to ASCII. At most 254 characters.
   */
  guardianEmail?: string;
}

/** The device of the session. */
export interface Device {
  /** The app's own id of the device. At most 128 characters. */
  id: string;
  /** The kind of the device, such as `ios`, for lists of sessions. At most 32 characters. */
  platform?: string;
  /** What the person calls the device, such as `Kim's phone`, for lists of sessions. At most 100 characters. */
  name?: string;
  /** The service that delivers push messages to the app on the device, with `pushToken`. */
  pushService?: DevicePushService;
  /** The app's token at the push service. It belongs to this session only, and ends with it. At most 4096 characters. */
  pushToken?: string;
}

/** The service that delivers push messages to the app on the device, with `pushToken`. */
export type DevicePushService =
  "apns" | "fcm" | (string & {});

/** What was refused or failed: a code of a closed list. */
export type ErrorCode =
  "event/invalid" | "event/too-large" | "event/not-json" | "event/id-conflict" | "http/not-found" |
  "http/method-not-allowed" | "http/unsupported-media-type" | "auth/unauthenticated" | "auth/token-expired" |
  "auth/session-expired" | "auth/session-revoked" | "auth/invalid-id-token" | "auth/nonce-mismatch" |
  "auth/id-token-used" | "auth/invalid-credential" | "auth/wrong-password" | "auth/user-not-found" |
  "auth/permission-denied" | "auth/role-mismatch" | "auth/user-disabled" | "auth/email-not-verified" |
  "auth/requires-recent-login" | "auth/email-domain-not-allowed" | "auth/underage-user" |
  "auth/parental-consent-required" | "auth/provider-not-enabled" | "auth/bot-suspected" | "auth/account-incomplete" |
  "auth/guardian-pending" | "auth/factor-required" | "auth/form-invalid" | "auth/email-already-in-use" |
  "auth/provider-already-linked" | "auth/role-immutable" | "auth/last-sign-in-method" | "auth/confirmation-required" |
  "auth/username-already-in-use" | "auth/invalid-email" | "auth/weak-password" | "auth/invalid-display-name" |
  "auth/invalid-phone-number" | "auth/invalid-role" | "auth/consent-required" | "auth/code-invalid" |
  "auth/code-expired" | "auth/too-many-requests" | "invitation/not-found" | "invitation/expired" |
  "invitation/revoked" | "invitation/declined" | "invitation/superseded" | "invitation/already-accepted" |
  "invitation/email-mismatch" | "invitation/not-pending" | "invitation/full" | "client/not-found" | "client/duplicate"
  | "workout/not-found" | "team/not-found" | "team/last-owner" | "service/unavailable" | "service/deadline" |
  "service/misconfigured" | "service/internal" | (string & {});

/** A second factor. */
export interface Factor {
  /** The id of the factor, which other functions call `factorId`. */
  id: string;
  /** `totp` for an authenticator app, or `passkey`. */
  type: FactorType;
  /** When the person began to enroll it. */
  createdAt: string;
  /** The person's name for the factor; absent if they gave none. */
  name?: string;
  /** When it was last used after it was confirmed; absent if it never was. */
  lastUsedAt?: string;
}

/** An authenticator app, or a passkey. */
export type FactorType =
  "totp" | "passkey" | (string & {});

/** An invalid field of the data. */
export interface FieldProblem {
  /** A JSON pointer (RFC 6901) into the data. */
  pointer: string;
  /** Which rule the field breaks. */
  code: ErrorCode;
  /** Which rule the field breaks, in words for developers. */
  detail: string;
  /** The text to show the person next to the field, in the caller's language. */
  userMessage: string;
}

/** An ID token of an identity provider. */
export interface Identity {
  /** The provider's name in the policy. At most 64 characters. */
  provider: string;
  /** The provider's ID token. At most 16384 characters. */
  idToken: string;
  /**
   * The raw nonce of the request for the token; the token contains it in the form that the provider's `nonceForm`
   * names. At most 512 characters.
   */
  nonce?: string;
  /**
   * Apple's authorization code of the same sign-in. It is exchanged for a refresh token later; nobody is refused
   * because of it. At most 2048 characters.
   */
  authorizationCode?: string;
  /** The name that Apple returns at the first sign-in; used only for a new account. */
  fullName?: IdentityFullName;
}

/** The name that Apple returns at the first sign-in; used only for a new account. */
export interface IdentityFullName {
  /** The first name. At most 99 characters. */
  givenName?: string | null;
  /** The last name. At most 99 characters. */
  familyName?: string | null;
}

/** An invitation; `status` is the one at the time of reading. */
export interface Invitation {
  /** The id of the invitation, which other functions call `invitationId`. */
  id: string;
  /** The inviter's record of the person who is invited. */
  clientId: string;
  /** The status of an invitation. Only a `pending` one can be accepted. */
  status: InvitationStatus;
  /** How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text message. */
  channel: InvitationChannel;
  /** When it was last sent. */
  sentAt: string;
  /** When it ends: at noon UTC of the day after its last day, because then that day has ended in every time zone. */
  expiresAt: string;
  /** How often it was sent again. */
  resendCount: number;
  /** The address that is invited; absent if none is known. */
  email?: string;
  /** The state of the invitation's mail or text message; absent with the channel `link`. */
  delivery?: InvitationDelivery;
  /** The role of the account that accepts; absent for the invitee's. */
  role?: string;
  /** When it was accepted; absent if it was not. */
  acceptedAt?: string;
  /** When the person declined it; absent if it is not declined. */
  declinedAt?: string;
  /** Why the person declined it, in their own words; absent if they did not say. */
  declineReason?: string;
  /** When the person who accepted last signed in; absent if nobody has. Only in `get-client` and `list-clients`. */
  lastSignInAt?: string | null;
}

/** How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text message. */
export type InvitationChannel =
  "mail" | "link" | "sms" | (string & {});

/** The state of the invitation's mail or text message; absent with the channel `link`. */
export type InvitationDelivery =
  "queued" | "sent" | "delivered" | "bounced" | "failed" | "unknown" | "cancelled" | (string & {});

/** The status of an invitation. Only a `pending` one can be accepted. */
export type InvitationStatus =
  "pending" | "accepted" | "expired" | "revoked" | "declined" | (string & {});

/** Who is invited; absent for a link by which many people join. */
export interface InvitedPerson {
  /** The person's name, as the inviter wrote it. */
  name: string;
}

/** An inviter, as its clients see it. */
export interface InviterName {
  /** The id of the inviter's account. */
  id: string;
  /** The name that others see. */
  displayName: string;
}

/** A link by which any number of people become clients. */
export interface JoinLink {
  /** The id of the link, which other functions call `joinLinkId`. */
  id: string;
  /** The link to pass on. */
  link: string;
  /** A code that people can type instead of opening the link, such as `7K3M-Q9XA`. */
  shortCode: string;
  /** The link as a QR code: an SVG document. */
  qr: string;
  /** Whether people can join: `closed` by the inviter, `expired`, or `full` if all places are taken. */
  status: JoinLinkStatus;
  /** How many people have joined by it. */
  uses: number;
  /** When it ends: at noon UTC of the day after its last day. */
  expiresAt: string;
  /** Whether the inviter has to agree to each person. */
  approval: boolean;
  /** When it was made. */
  createdAt: string;
  /** What the inviter calls it, which people see; absent if it has none. */
  name?: string;
  /** The inviter's own note, which nobody else sees; absent if there is none. */
  note?: string;
  /** How many people can join; absent for any number. */
  maxUses?: number;
  /** The domains whose addresses may join; absent for all. */
  allowedDomains?: string[];
  /** The fields that the accounts get which join; absent if there are none. */
  profile?: Record<string, unknown>;
}

/** Whether people can join: `closed` by the inviter, `expired`, or `full` if all places are taken. */
export type JoinLinkStatus =
  "open" | "full" | "closed" | "expired" | (string & {});

/** A request to join by a link whose inviter has to agree. */
export interface JoinRequestState {
  /** The id of the request. */
  id: string;
  /** Whether the inviter has answered; `expired` after 30 days. */
  status: JoinRequestStateStatus;
}

/** Whether the inviter has answered; `expired` after 30 days. */
export type JoinRequestStateStatus =
  "pending" | "approved" | "refused" | "expired" | (string & {});

/** A challenge of `passkey-options`, and the answer of the authenticator. */
export interface PasskeyAnswer {
  /**
   * What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts. At most 128
   * characters.
   */
  challenge: string;
  /** The answer of an authenticator: `PublicKeyCredential.toJSON()`. */
  credential: Record<string, unknown>;
}

/** A problem (RFC 9457). */
export interface Problem {
  /** The kind of the problem as a URI: `urn:vestibule:` and the code. */
  type: string;
  /** The HTTP status. 400 to 599. */
  status: number;
  /** What was refused or failed: a code of a closed list. */
  code: ErrorCode;
  /** The same for every occurrence of the code. */
  title: string;
  /** What was wrong in this case, for developers. */
  detail: string;
  /** The text to show the person, in the caller's language. */
  userMessage: string;
  /** Whether the same event may succeed later. */
  retryable: boolean;
  /** The seconds to wait before repeating the event; absent if no time is known. */
  retryAfter?: number;
  /** What the person can do about it; absent if no action helps. */
  requiresAction?: RequiredAction;
  /** The sign-in methods of the account, of `auth/wrong-password`; absent with other codes. */
  providers?: string[];
  /** The record that the inviter has of the person, of `client/duplicate`; absent with other codes. */
  clientId?: string;
  /**
   * The invitation of that record, of `client/duplicate`; or the invitation that the entry of a list is about. Absent
   * otherwise.
   */
  invitationId?: string;
  /** The invalid fields of the data; absent if it is not about fields. */
  errors?: FieldProblem[];
}

/** What the person can do about it; absent if no action helps. */
export type RequiredAction =
  "sign_in" | "verify_email" | "complete_account" | "answer_challenge" | "enroll_factor" | "restore_account" |
  "reset_password" | "reauthenticate" | "contact_support" | (string & {});

/** Inviters who share clients, invitations, links and workouts. */
export interface Team {
  /** The id of the team, which other functions call `teamId`. */
  id: string;
  /** The name of the team, or that of its owner until it has one. */
  name: string;
  /** When it was made. */
  createdAt: string;
  /** What an inviter's invitations show instead of the app's name, color and logo. */
  branding?: Branding;
}

/** An account in the team. */
export interface TeamMember {
  /** The account. */
  accountId: string;
  /** The name that others see. */
  displayName: string;
  /** The place in a team: owners change the team and who is in it. */
  role: TeamRole;
  /** When the account joined the team. */
  joinedAt: string;
  /** The address; null if the account has none. */
  email: string | null;
}

/** A team of inviters; only with `teams` of the policy. */
export interface TeamName {
  /** The id of the team, which other functions call `teamId`. */
  id: string;
  /** The name of the team, or that of its owner until it has one. */
  name: string;
}

/** The place in a team: owners change the team and who is in it. */
export type TeamRole =
  "owner" | "member" | (string & {});

/** The tokens of a session. */
export interface Tokens {
  /** The token for the header Authorization: Bearer. */
  accessToken: string;
  /** When the access token expires. */
  accessTokenExpiresAt: string;
  /** The token for `refresh-session`. It works once. */
  refreshToken: string;
}

/** What an account has accepted before it has proven its address. */
export interface WaitingAcceptance {
  /** The invitation that stays pending. */
  invitationId?: string;
  /** The link by which the account joins. */
  joinLinkId?: string;
}

/** An invitation that the account can accept. */
export interface WaitingInvitation {
  /** The id of the invitation, for `invitationId` of `accept-invitation`. */
  id: string;
  /** Who invites. */
  inviter: InviterName;
  /** Who is invited. */
  client: InvitedPerson;
  /** When the invitation ends: at noon UTC of the day after its last day. */
  expiresAt: string;
  /** A team of inviters; only with `teams` of the policy. */
  team?: TeamName;
}

/** Something that an inviter assigned to a client. */
export interface Workout {
  /** The id of the workout, which other functions call `workoutId`. */
  id: string;
  /** The client to whom it is assigned. */
  clientId: string;
  /** What the client sees first; one line of text. */
  title: string;
  /** What the app says about it: any JSON object of at most 64 KiB. */
  details: Record<string, unknown>;
  /** When it was assigned. */
  createdAt: string;
  /** When the client should do it; absent for any time. */
  scheduledFor?: string;
  /** The day on which the client should do it, wherever the client is; absent if no day was chosen. */
  scheduledOn?: string;
  /** When the client completed it; absent until then. */
  completedAt?: string;
  /** The inviter, where the client sees the workout; absent where the inviter does. */
  inviter?: InviterName;
  /** A team of inviters; only with `teams` of the policy. */
  team?: TeamName;
}
