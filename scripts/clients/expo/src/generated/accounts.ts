// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

import type {
  Account, AccountAddress, AccountConsentGuardian, AccountState, AccountStatus, AccountWaitingInviter, Branding,
  ClientRecord, Consent, Device, DevicePushService, Factor, Identity, InvitationChannel, InvitationDelivery,
  InvitationStatus, JoinRequestState, PasskeyAnswer, TeamRole, Tokens, WaitingAcceptance, WaitingInvitation, Workout
} from "./types";

/** Adds the data that the policy requires and the account lacks. This ends the state `incomplete`. */
export interface CompleteAccountRequest {
  /** The name that others see; the rules of `name` apply. At most 200 characters. */
  displayName?: string;
  /**
   * A name with which a person can sign in instead of the address. Case and Unicode spelling do not matter. The
   * policy's `profile.username` says whether accounts have one. 3 to 64 characters.
   */
  username?: string;
  /**
   * A telephone number, such as `+1 555 123 4567`. One without a country calling code gets that of the policy's
   * `profile.callingCode`. 3 to 32 characters.
   */
  phone?: string;
  /** The person's day of birth as a calendar date: `2010-05-31`. */
  birthDate?: string;
  /**
   * The person's consent to the terms, and the address of their parent or guardian. Without `version` the person
   * agrees to no terms, such as where the policy has none.
   */
  consent?: Consent;
  /** The app's own fields, as `profile.fields` of the policy defines them; null removes a field. */
  profile?: Record<string, unknown>;
  /**
   * The role of the account, where `missing` names it: the present one, or one of policy roles.signUp. At most 64
   * characters.
   */
  role?: string;
  /** The `clientId` of each waiting inviter who stays. The others are left, as by leave-inviter. At most 1000 entries. */
  keepInviters?: string[];
}

/** What `complete-account` answers to `CompleteAccountRequest`. */
export interface CompleteAccountResult {
  /** A person who can sign in. `email` is absent if the provider gave none. */
  account: Account;
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
}

/** Deletes the account: at once, or after the policy's `deletion.graceDays`, in which it can be restored. */
export interface DeleteAccountRequest {
  /** An inviter with clients confirms that the clients are deleted too. */
  confirm?: boolean;
}

/**
 * What `delete-account` answers to `DeleteAccountRequest`.
 *
 * Exactly one of these is present:
 * - `deleted`
 * - `account` and `deletesAt`
 */
export interface DeleteAccountResult {
  /** The account's id, if it was erased at once. Absent if `account` is present. */
  deleted?: string;
  /** A person who can sign in. `email` is absent if the provider gave none. */
  account?: Account;
  /** When the account is erased. Until then `restore-account` restores it. Absent if `deleted` is present. */
  deletesAt?: string;
}

/** Returns all data of the account, as one object. */
export type ExportAccountRequest = Record<string, never>;

/** What `export-account` answers to `ExportAccountRequest`. */
export interface ExportAccountResult {
  /** The account, with what only its owner sees. */
  account: ExportAccountResultAccount;
  /** The identities at providers with which the person has signed in. At most 10000 entries. */
  identities: ExportAccountResultIdentity[];
  /** The sessions, also ended ones as long as they are kept. At most 10000 entries. */
  sessions: ExportAccountResultSession[];
  /** The second factors, without their secrets. At most 10000 entries. */
  factors: ExportAccountResultFactor[];
  /** Each consent that the person has given. At most 10000 entries. */
  consents: ExportAccountResultConsent[];
  /** The inviters' records of the person, without notes. At most 10000 entries. */
  clients: ClientRecord[];
  /** An inviter's export also has those of its clients. At most 10000 entries. */
  workouts: Workout[];
  /** Invitations to the person. At most 10000 entries. */
  invitations: ExportAccountResultInvitation[];
  /** Requests to join by links. At most 10000 entries. */
  joinRequests: ExportAccountResultJoinRequest[];
  /** Mails and text messages to the person, without their content. At most 10000 entries. */
  messages: ExportAccountResultMessage[];
  /** The devices from which the person has signed in. At most 10000 entries. */
  devices: ExportAccountResultDevice[];
  /** What the audit log says about the account. At most 10000 entries. */
  audit: ExportAccountResultAuditEntry[];
  /** The lists that have more entries than the export contains. At most 20 entries. */
  truncated: string[];
  /** Only of an inviter: its clients, with notes; absent for others. At most 10000 entries. */
  ownClients?: ClientRecord[];
  /** The links by which people join an inviter; absent for others. At most 10000 entries. */
  joinLinks?: ExportAccountResultJoinLink[];
  /** The teams that the inviter is in; only for inviters, and with `teams` of the policy. At most 10000 entries. */
  teams?: ExportAccountResultTeam[];
}

/** The account, with what only its owner sees. */
export interface ExportAccountResultAccount {
  /** The account's id. */
  id: string;
  /** Whether the person has proven that the address is theirs. */
  emailVerified: boolean;
  /** The name that others see. */
  displayName: string;
  /** The role of the policy that the account has. */
  role: string;
  /** `deleting`: the person has deleted the account and can restore it. */
  status: AccountStatus;
  /** The app's own fields, by name. */
  profile: Record<string, unknown>;
  /** The person's last consent, and the decision of their parent or guardian. */
  consent: ExportAccountResultAccountConsent;
  /** When the account was created. */
  createdAt: string;
  /** The primary address; null if the provider gave none. */
  email: string | null;
  /**
   * The primary address, to which mails go, and the others that were proven. One that is only claimed has no
   * `provenAt`. Only the owner sees them. At most 10 entries.
   */
  addresses?: AccountAddress[];
  /**
   * The name with which the person can sign in instead of the address, folded: in lower case and in the Unicode form
   * NFKC; absent if there is none.
   */
  username?: string;
  /** The https URL of the person's picture; absent if there is none. */
  photoURL?: string;
  /** The telephone number in the international form (E.164); absent if there is none. */
  phone?: string;
  /** The language of the person's mails (BCP 47); absent for the app's first language. */
  locale?: string;
  /**
   * The time zone in which the person sees times, such as `Europe/Berlin`; absent if none was chosen: times are then in
   * UTC.
   */
  timeZone?: string;
  /** The id that the account had in the system from which it was imported; absent if it was not imported. */
  externalId?: string;
  /** The `user_metadata` of a client of Supabase Auth; absent if there is none. */
  userMetadata?: Record<string, unknown>;
  /** What the inviter's invitations show instead of the app's name, color and logo; absent if nothing was chosen. */
  branding?: Branding;
  /** When the person last signed in; null if they never have. */
  lastSignInAt: string | null;
  /**
   * The inviters who were linked to the account before the first proof of its address. They wait for `complete-account
   * {keepInviters}`; absent if none waits. At most 1000 entries.
   */
  waitingInviters?: AccountWaitingInviter[];
  /** Whether the person has stated a birth date that the policy accepted. */
  ageVerified?: boolean;
  /** The day of birth, such as `2010-05-31`; absent if the person has not stated it. */
  birthDate?: string;
  /** When the account's data last changed. */
  updatedAt?: string;
  /** When the password was last set; absent if there is none. */
  passwordChangedAt?: string;
  /** When the account is erased; absent unless the person has deleted it. */
  deletesAt?: string;
  /** Why the account was closed, if its owner did not ask for it. */
  closedFor?: ExportAccountResultAccountClosedFor;
  /** The systems from which the account was imported; absent if it was not. At most 100 entries. */
  importedFrom?: ExportAccountResultAccountImportedFrom[];
  /** Why the address gets no unsolicited mail. */
  suppression?: ExportAccountResultAccountSuppression;
}

/** Why the account was closed, if its owner did not ask for it. */
export type ExportAccountResultAccountClosedFor =
  "age" | "claim" | "guardian" | (string & {});

/** The person's last consent, and the decision of their parent or guardian. */
export interface ExportAccountResultAccountConsent {
  /**
   * Whether a parent or guardian has agreed: `none` if nobody has to, `pending` until they decide, `withdrawn` if they
   * agreed first and disagree now.
   */
  guardian: AccountConsentGuardian;
  /** The version of the terms that the person agreed to; null if they have not agreed to any. */
  version: string | null;
  /** When the person agreed to the terms; null if they have not. */
  agreedAt: string | null;
  /** The address of the parent or guardian; absent if none was asked. */
  guardianEmail?: string;
  /** When the parent or guardian decided; absent if they have not. */
  guardianAt?: string;
}

/** A system from which the account was imported. */
export interface ExportAccountResultAccountImportedFrom {
  /** The name of the other system. */
  source: string;
  /** The account's id in the other system. */
  id: string;
}

/** Why the address gets no unsolicited mail. */
export interface ExportAccountResultAccountSuppression {
  /**
   * Why mails are not sent to the address: a mail bounced, the person complained or unsubscribed, or turned off an
   * address of Apple's relay.
   */
  reason: ExportAccountResultAccountSuppressionReason;
  /** When the address was suppressed. */
  at: string;
  /** What the mail server or the vendor said; absent if it said nothing. */
  detail?: string;
  /** When the recipient turned off the address of Apple's relay. */
  disabledAt?: string;
}

/**
 * Why mails are not sent to the address: a mail bounced, the person complained or unsubscribed, or turned off an
 * address of Apple's relay.
 */
export type ExportAccountResultAccountSuppressionReason =
  "bounced" | "complained" | "unsubscribed" | "disabled" | (string & {});

/** An entry of the audit log. */
export interface ExportAccountResultAuditEntry {
  /** The id of the entry. */
  id: string;
  /** When it happened. */
  at: string;
  /** The function that was called. */
  function: string;
  /** What happened, such as `invitation.accepted`. */
  action: string;
  /** The invitation, client or session that was affected; absent if there is none. */
  subjectId?: string;
  /** The code of a refusal; absent if the event was granted. */
  code?: string;
  /** The sign-in method: the provider's name in the policy, or `password`; absent if nobody signed in. */
  provider?: string;
  /** The network address of the caller; absent if it is not known or no longer kept. */
  address?: string;
  /** The User-Agent header of the request; absent if it is not known or no longer kept. */
  userAgent?: string;
  /** The country of the caller (ISO 3166-1); absent if it is not known. */
  country?: string;
  /** The device of the session; absent if the app named none. */
  device?: ExportAccountResultAuditEntryDevice;
  /** The trace of the request, as in the server's log; absent if there is none. */
  traceId?: string;
  /** The number of refusals, where refusals by one limit are one entry; absent otherwise. */
  count?: number;
  /** When the last of these refusals happened; absent without `count`. */
  lastAt?: string;
  /** The name of the service key with which a backend acted for the account; absent otherwise. */
  service?: string;
}

/** The device of the session; absent if the app named none. */
export interface ExportAccountResultAuditEntryDevice {
  /** The app's own id of the device. */
  id: string;
  /** The kind of the device, such as `ios`; absent if the app did not name it. */
  platform?: string;
  /** What the person calls the device; absent if the app did not name it. */
  name?: string;
}

/** A consent of the person to a version of the terms. */
export interface ExportAccountResultConsent {
  /** The version of the terms that the person agreed to; empty if to none. */
  version: string;
  /** When the person agreed. */
  givenAt: string;
  /** The day of birth that the person stated, such as `2010-05-31`; absent if none was asked. */
  birthDate?: string;
  /** The address of the parent or guardian that the person named; absent if none was needed. */
  guardianEmail?: string;
}

/** A device from which the person has signed in. */
export interface ExportAccountResultDevice {
  /** The app's own id of the device. */
  id: string;
  /** When the person first signed in from it. */
  firstUsedAt: string;
  /** When the person last signed in from it. */
  lastUsedAt: string;
  /** The kind of the device, such as `ios`; absent if the app did not name it. */
  platform?: string;
  /** What the person calls the device; absent if the app did not name it. */
  name?: string;
}

/** A second factor, without its secret. */
export interface ExportAccountResultFactor {
  /** The id of the factor. */
  id: string;
  /** `totp` for an authenticator app, or `passkey`. */
  type: string;
  /** When the person began to enroll it. */
  createdAt: string;
  /** The person's name for the factor; absent if they gave none. */
  name?: string;
  /** When the person confirmed it; absent until then. */
  confirmedAt?: string;
  /** When it was last used; absent if it never was. */
  lastUsedAt?: string;
}

/** An identity at a provider, with what the provider said about the person. */
export interface ExportAccountResultIdentity {
  /** The provider's name in the policy. */
  provider: string;
  /** The `iss` of the provider's ID tokens. */
  issuer: string;
  /** The person's id at the provider: the `sub` of its ID tokens. */
  subject: string;
  /** Whether the provider says that the address is the person's. */
  emailVerified: boolean;
  /** When it was linked to the account. */
  linkedAt: string;
  /** The address that the provider gave; absent if it gave none. */
  email?: string;
  /** The name that the provider gave; absent if it gave none. */
  displayName?: string;
  /** The picture that the provider gave; absent if it gave none. */
  photoURL?: string;
  /** When the person last signed in with it; absent if they never have. */
  usedAt?: string;
  /** When the person ended the connection at the provider; absent if they have not. */
  endedAt?: string;
}

/** An invitation to the person. */
export interface ExportAccountResultInvitation {
  /** The id of the invitation. */
  id: string;
  /** The id of the inviter's record of the person. */
  clientId: string;
  /** As stored: an invitation that has expired is `pending` until `expire-invitations` marks it. */
  status: InvitationStatus;
  /** How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text message. */
  channel: InvitationChannel;
  /** When it was last sent. */
  sentAt: string;
  /** When it ends: at noon UTC of the day after its last day. */
  expiresAt: string;
  /** How often it was sent again. */
  resendCount: number;
  /** The address that was invited; absent if none is known. */
  email?: string;
  /** The state of the invitation's mail or text message; absent with the channel `link`. */
  delivery?: InvitationDelivery;
  /** The role of the account that accepts; absent for the invitee's. */
  role?: string;
  /** The place in the team of an inviter who accepts; absent for others. */
  teamRole?: TeamRole;
  /** When the person first looked at it; absent if they did not. */
  openedAt?: string;
  /** When it was accepted; absent if it was not. */
  acceptedAt?: string;
  /** When the person declined it; absent if it is not declined. */
  declinedAt?: string;
  /** Why the person declined it, in their own words; absent if they did not say. */
  declineReason?: string;
  /** What the invitation gives to the app; absent if it has none. */
  data?: unknown;
  /** What a backend has stored with the invited person; absent if it has stored nothing. */
  userMetadata?: Record<string, unknown>;
}

/** A link by which people join. */
export interface ExportAccountResultJoinLink {
  /** The id of the link. */
  id: string;
  /** The domains of people who may join; empty for all. */
  allowedDomains: string[];
  /** Whether the inviter has to agree to each person. */
  approval: boolean;
  /** How many have joined. */
  uses: number;
  /** When it was made. */
  createdAt: string;
  /** When it ends. */
  expiresAt: string;
  /** Its name; absent if it has none. */
  name?: string;
  /** The inviter's note; absent if there is none. */
  note?: string;
  /** The fields of accounts that join; absent if there are none. */
  profile?: Record<string, unknown>;
  /** How many people can join; absent for any number. */
  maxUses?: number;
  /** When it was closed; absent if it is not. */
  closedAt?: string;
}

/** A request to join by a link. */
export interface ExportAccountResultJoinRequest {
  /** The id of the request. */
  id: string;
  /** The link. */
  joinLinkId: string;
  /** What became of it. */
  status: string;
  /** When the person asked. */
  createdAt: string;
  /** When the inviter answered; absent if nobody has. */
  answeredAt?: string;
}

/** A mail or text message to the person, without its content. */
export interface ExportAccountResultMessage {
  /** The id of the message. */
  id: string;
  /** The template. */
  kind: string;
  /** The language of the message (BCP 47). */
  locale: string;
  /** The address or telephone number to which it goes. */
  recipient: string;
  /**
   * The state of a message in the outbox. `leased`: it is being sent; `unknown`: the connection was lost before the
   * mail server answered.
   */
  state: ExportAccountResultMessageState;
  /** When it was queued. */
  createdAt: string;
  /** The invitation that it offers; absent for other messages. */
  invitationId?: string;
  /** When it was sent, given up or cancelled; absent until then. */
  endedAt?: string;
  /** Why it was not sent; absent if it was, or may still be. */
  failure?: string;
  /** What the mail server or the vendor reported afterwards; absent if nothing was reported. */
  outcome?: ExportAccountResultMessageOutcome;
  /** When the outcome was reported; absent without `outcome`. */
  outcomeAt?: string;
  /** The words of that report; absent if it had none. */
  outcomeDetail?: string;
  /** Why it did not arrive, such as `mailbox-full`; absent if it arrived or nobody said. */
  outcomeReason?: string;
}

/** What the mail server or the vendor reported afterwards; absent if nothing was reported. */
export type ExportAccountResultMessageOutcome =
  "delivered" | "bounced" | "complained" | (string & {});

/**
 * The state of a message in the outbox. `leased`: it is being sent; `unknown`: the connection was lost before the
 * mail server answered.
 */
export type ExportAccountResultMessageState =
  "queued" | "leased" | "sent" | "failed" | "unknown" | "cancelled" | (string & {});

/** A session of the account. */
export interface ExportAccountResultSession {
  /** The id of the session. */
  id: string;
  /** When the person signed in. */
  createdAt: string;
  /** When its tokens were last refreshed. */
  lastUsedAt: string;
  /** When it ends if it is not used. */
  expiresAt: string;
  /** When it ends, also if it is used. */
  endsAt: string;
  /** The device of the session, or its browser; absent if the app named none, or the browser is unknown. */
  device?: ExportAccountResultSessionDevice;
  /** The network address of its last use; absent if it is not known. */
  address?: string;
  /** The country of the sign-in (ISO 3166-1); absent if it is not known. */
  country?: string;
  /** When the person last proved who they are. */
  authenticatedAt?: string;
  /** When the person last passed a second factor; absent if they never have. */
  factorAt?: string;
  /** How the session began; absent if it is not known. */
  method?: string;
  /** When it was ended; absent if it was not. */
  endedAt?: string;
  /** Why it was ended, such as a sign-out; absent if it was not. */
  endReason?: string;
}

/** The device of the session, or its browser; absent if the app named none, or the browser is unknown. */
export interface ExportAccountResultSessionDevice {
  /** The app's own id of the device. */
  id: string;
  /** The kind of the device, such as `ios`; absent if the app did not name it. */
  platform?: string;
  /** What the person calls the device, or the browser and its system, such as `Firefox, Windows`; absent if it is unknown. */
  name?: string;
  /** The service that delivers push messages to the app on the device, with `pushToken`. */
  pushService?: DevicePushService;
}

/** A team that the inviter is in. */
export interface ExportAccountResultTeam {
  /** The id of the team. */
  id: string;
  /** The place in a team: owners change the team and who is in it. */
  role: TeamRole;
  /** When the account joined the team. */
  joinedAt: string;
}

/** Returns the caller's account, its state, its client records and the invitations that wait for it. */
export type GetAccountRequest = Record<string, never>;

/** What `get-account` answers to `GetAccountRequest`. */
export interface GetAccountResult {
  /** A person who can sign in. `email` is absent if the provider gave none. */
  account: Account;
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
  /**
   * The pending invitations to the account's verified address that the account can accept with `accept-invitation` and
   * `invitationId`, newest first. At most 20 entries.
   */
  invitations: WaitingInvitation[];
  /** The inviters' records of the person, without notes. At most 100 entries. */
  clients: ClientRecord[];
  /** The account's sign-in methods: providers of the policy, and `password`. At most 50 entries. */
  providers: string[];
  /** The linked identities, with what their providers said at the last sign-in. */
  identities: GetAccountResultIdentity[];
  /** When the account's data last changed. */
  updatedAt: string;
  /** What is accepted in the step that proves the account's address; absent if nothing waits. */
  waiting?: WaitingAcceptance;
  /** The person's last consent; absent if there is none. */
  consent?: GetAccountResultConsent;
  /** When the last verification mail was sent. */
  emailVerificationSentAt?: string;
}

/** The person's last consent; absent if there is none. */
export interface GetAccountResultConsent {
  /** The version of the terms that the person agreed to; empty if to none. */
  version: string;
  /** When the person agreed. */
  givenAt: string;
  /** The address of the parent or guardian that the person named; absent if none was needed. */
  guardianEmail?: string;
}

/** A linked identity. */
export interface GetAccountResultIdentity {
  /** The provider's name in the policy. */
  provider: string;
  /** The person's id at the provider: the `sub` of its ID tokens. */
  subject: string;
  /** Whether the provider says that the address is the person's. */
  emailVerified: boolean;
  /** When it was linked to the account. */
  linkedAt: string;
  /** The address that the provider gave; absent if it gave none. */
  email?: string;
}

/** Adds a sign-in method to the account. */
export interface LinkIdentityRequest {
  /** An ID token of an identity provider. */
  identity: Identity;
}

/** What `link-identity` answers to `LinkIdentityRequest`. */
export interface LinkIdentityResult {
  /** The account's sign-in methods: providers of the policy, and `password`. At most 50 entries. */
  providers: string[];
}

/**
 * Requests the password reset mail, or sets a new password with the mail's code, which ends every session.
 *
 * Exactly one of these is present:
 * - `email`
 * - `code` and `newPassword`
 */
export interface ResetPasswordRequest {
  /**
   * A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map its
   * domain to ASCII. At most 254 characters.
   */
  email?: string;
  /** The code in a mail's link. At most 128 characters. */
  code?: string;
  /** A new password, normalized to NFC and never trimmed; the policy sets its rules. At most 256 characters. */
  newPassword?: string;
}

/** What `reset-password` answers to `ResetPasswordRequest`. */
export interface ResetPasswordResult {
  /** The text to show the person. */
  message: string;
}

/**
 * Restores an account that its owner has deleted, with the code of the deletion's mail or by signing in.
 *
 * Exactly one of these is present:
 * - `code`
 * - `identity`
 * - `email` and `password`
 * - `username` and `password`
 * - `passkey`
 */
export interface RestoreAccountRequest {
  /**
   * The code of the mail about the deletion; with `email` the code of the mail that `request-sign-in` sends. At most
   * 128 characters.
   */
  code?: string;
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
  /**
   * The role that the app is for; an account with another role is refused (`auth/role-mismatch`). At most 64
   * characters.
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

/**
 * What `restore-account` answers to `RestoreAccountRequest`.
 *
 * Exactly one of these is present:
 * - `account` and `session` and `invitations`
 * - `challenge` and `factors`
 */
export interface RestoreAccountResult {
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

/** Creates an account with email and password, and queues the verification mail. */
export interface SignUpRequest {
  /**
   * A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map its
   * domain to ASCII. At most 254 characters.
   */
  email: string;
  /** A new password, normalized to NFC and never trimmed; the policy sets its rules. At most 256 characters. */
  password: string;
  /** The name that others see; the rules of `name` apply. At most 200 characters. */
  displayName?: string;
  /**
   * A name with which a person can sign in instead of the address. Case and Unicode spelling do not matter. The
   * policy's `profile.username` says whether accounts have one. 3 to 64 characters.
   */
  username?: string;
  /** The role of the account, one of the policy's `roles.signUp`. At most 64 characters. */
  role?: string;
  /**
   * A telephone number, such as `+1 555 123 4567`. One without a country calling code gets that of the policy's
   * `profile.callingCode`. 3 to 32 characters.
   */
  phone?: string;
  /** The app's own fields, as `profile.fields` of the policy defines them; null removes a field. */
  profile?: Record<string, unknown>;
  /** A language tag (BCP 47), such as `de-AT`. At most 35 characters. */
  locale?: string;
  /** The person's day of birth as a calendar date: `2010-05-31`. */
  birthDate?: string;
  /**
   * The person's consent to the terms, and the address of their parent or guardian. Without `version` the person
   * agrees to no terms, such as where the policy has none.
   */
  consent?: Consent;
  /** The device of the session. */
  device?: Device;
}

/** What `sign-up` answers to `SignUpRequest`. */
export interface SignUpResult {
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
  /**
   * The pending invitations to the account's verified address that the account can accept with `accept-invitation` and
   * `invitationId`, newest first. At most 20 entries.
   */
  invitations: WaitingInvitation[];
}

/** Removes a sign-in method from the account, unless it is the last one. */
export interface UnlinkIdentityRequest {
  /** The provider's name in the policy, or `password`. At most 64 characters. */
  provider: string;
}

/** What `unlink-identity` answers to `UnlinkIdentityRequest`. */
export interface UnlinkIdentityResult {
  /** The account's sign-in methods: providers of the policy, and `password`. At most 50 entries. */
  providers: string[];
}

/** Changes the data that people may change about their account; a new address must be confirmed. */
export interface UpdateAccountRequest {
  /** The name that others see. At most 200 characters. null removes it; absent keeps it. */
  displayName?: string | null;
  /**
   * The name with which the person can sign in instead of the address; the rules of `sign-up` apply. 3 to 64
   * characters. null removes it; absent keeps it.
   */
  username?: string | null;
  /** An https URL. At most 2048 characters. null removes it; absent keeps it. */
  photoURL?: string | null;
  /**
   * A name of the IANA time zone database, such as `Europe/Berlin`. A name that the server does not know is stored,
   * and times are shown in UTC. At most 64 characters. null removes it; absent keeps it.
   */
  timeZone?: string | null;
  /** A telephone number. 3 to 32 characters. null removes it; absent keeps it. */
  phone?: string | null;
  /** A language tag (BCP 47). At most 35 characters. null removes it; absent keeps it. */
  locale?: string | null;
  /** The app's own fields, as `profile.fields` of the policy defines them; null removes a field. */
  profile?: Record<string, unknown>;
  /**
   * What an inviter's invitations show instead of the app's name, color and logo. It replaces the stored branding. It
   * needs policy invitation.branding. null removes it; absent keeps it.
   */
  branding?: Branding | null;
  /**
   * The new primary address. One that the account has proven becomes the primary one at once; another one after it is
   * confirmed. At most 254 characters.
   */
  email?: string;
  /**
   * An address in addition to the primary one, which the account gives up. It needs a recent sign-in. At most 254
   * characters.
   */
  removeEmail?: string;
  /** The new role, one of the policy's `roles.signUp`. At most 64 characters. */
  role?: string;
  /** The person's day of birth as a calendar date: `2010-05-31`. */
  birthDate?: string;
  /**
   * The person's consent to the terms, and the address of their parent or guardian. Without `version` the person
   * agrees to no terms, such as where the policy has none.
   */
  consent?: Consent;
}

/** What `update-account` answers to `UpdateAccountRequest`. */
export interface UpdateAccountResult {
  /** A person who can sign in. `email` is absent if the provider gave none. */
  account: Account;
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
  /** The new address, until it is confirmed. */
  pendingEmail?: string;
}

/**
 * Requests the verification mail, or confirms or refuses the address with the mail's code.
 *
 * Exactly one of these is present:
 * - `email`
 * - `code`
 */
export interface VerifyEmailRequest {
  /**
   * A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map its
   * domain to ASCII. At most 254 characters.
   */
  email?: string;
  /** The code in a mail's link. At most 128 characters. */
  code?: string;
  /**
   * Only with a code; default: `confirm`. `refuse` deletes an account that was created with another person's address,
   * or discards an account's new address.
   */
  decision?: VerifyEmailRequestDecision;
}

/**
 * Only with a code; default: `confirm`. `refuse` deletes an account that was created with another person's address,
 * or discards an account's new address.
 */
export type VerifyEmailRequestDecision =
  "confirm" | "refuse" | (string & {});

/** What `verify-email` answers to `VerifyEmailRequest`. */
export interface VerifyEmailResult {
  /** The text to show the person. */
  message?: string;
  /** A person who can sign in. `email` is absent if the provider gave none. */
  account?: Account;
  /**
   * The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show or
   * delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
   */
  state?: AccountState;
  /**
   * What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
   * `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of the
   * address.
   */
  missing?: string[];
  /** The record of the inviter whose invitation or link the account has waited for; absent if there is none. */
  client?: ClientRecord;
  /** The request that the account has waited to send; absent if there is none. */
  joinRequest?: JoinRequestState;
  /** The `data` of the invitation that the account has waited for; absent if there is none. */
  data?: unknown;
  /**
   * Where the inviter wants the person to go now: a URL below one of the policy's `app.returnURLs`; absent if the
   * invitation has none.
   */
  returnURL?: string;
  /** The id of the account that was deleted because its address was refused; absent otherwise. */
  deleted?: string;
}
