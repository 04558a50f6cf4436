// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

import type {
  Account, AccountState, Branding, ClientRecord, Consent, Device, Factor, Identity, Invitation, InvitationChannel,
  InvitedPerson, JoinLink, JoinRequestState, PasskeyAnswer, Problem, TeamName, TeamRole, Tokens, WaitingAcceptance,
  Workout
} from "./types";

/**
 * Takes what a code offers, an invitation or a link by which many people join: with an ID token, a password, a new
 * passkey or the mailed code alone, which finds or creates the account and starts a session; or with a session. With
 * a session it also accepts an invitation to the account's verified address by its id.
 *
 * With `code` at most one of `identity`, `password`, `newPassword`, `byMail` and `passkey`; without any of them the
 * session of the call takes the offer. Exactly one of these is present:
 * - `code`
 * - `invitationId`
 */
export interface AcceptInvitationRequest {
  /**
   * The code in an invitation's link, or its short code: case and hyphens of that do not matter. At most 128
   * characters.
   */
  code?: string;
  /**
   * Instead of a code, with a session: the id of an invitation that waits for the account's verified address. No other
   * member goes with it. At most 64 characters.
   */
  invitationId?: string;
  /** An ID token of an identity provider. */
  identity?: Identity;
  /**
   * The address of the account that `password` opens, or of the new one with `newPassword`; default then: the invited
   * address. At most 254 characters.
   */
  email?: string;
  /** A password, normalized to NFC and never trimmed. At most 256 characters. */
  password?: string;
  /** A new password, normalized to NFC and never trimmed; the policy sets its rules. At most 256 characters. */
  newPassword?: string;
  /**
   * Whether the mailed code is enough: a new account without a password, where the policy has `providers.email` and
   * the invited address has no account.
   */
  byMail?: boolean;
  /** A new passkey for a new account, where the code was mailed. */
  passkey?: PasskeyAnswer;
  /** The name that others see; the rules of `name` apply. At most 200 characters. */
  displayName?: string;
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

/**
 * What `accept-invitation` answers to `AcceptInvitationRequest`.
 *
 * Exactly one of these is present:
 * - `account` and `workouts` and `isNewAccount`
 * - `challenge` and `factors`
 */
export interface AcceptInvitationResult {
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
  /** Absent if the invitation is not to the invitee's role, and while the acceptance waits. */
  client?: ClientRecord;
  /** What the inviter has assigned so far, oldest first. At most 100 entries. Absent if `challenge` is present. */
  workouts?: Workout[];
  /** Absent if the caller's session has taken the offer: it stays. */
  session?: Tokens;
  /** Whether the account was created by this call. Absent if `challenge` is present. */
  isNewAccount?: boolean;
  /** The `data` of the invitation; absent if it has none. */
  data?: unknown;
  /**
   * Where the inviter wants the person to go now: a URL below one of the policy's `app.returnURLs`; absent if the
   * invitation has none.
   */
  returnURL?: string;
  /** What is accepted in the step that proves the account's address; absent otherwise. `state` is then `emailNotVerified`. */
  waiting?: WaitingAcceptance;
  /** Present if the inviter has to agree. The account is not a client before that. */
  joinRequest?: JoinRequestState;
  /** Only of an account that begins with a passkey. They are shown only now. */
  recoveryCodes?: string[];
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

/** Admits a person who wants to join by a link, or refuses. */
export interface AnswerJoinRequestRequest {
  /** The request to answer. At most 64 characters. */
  joinRequestId: string;
  /** Whether the person becomes a client. */
  approve: boolean;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `answer-join-request` answers to `AnswerJoinRequestRequest`. */
export interface AnswerJoinRequestResult {
  /** A request to join by a link whose inviter has to agree. */
  joinRequest: JoinRequestState;
  /** The new record; absent if the person was refused. */
  client?: ClientRecord;
}

/** Makes a link by which any number of people become clients of the inviter: for a poster, a chat or a team. */
export interface CreateJoinLinkRequest {
  /** What people see, such as the name of a course. At most 200 characters. */
  name?: string;
  /** The days from today (UTC) to the last day of the link; default: 30. 1 to 365. */
  days?: number;
  /** How many people can join; without it any number. 1 to 100000. */
  maxUses?: number;
  /** Whether the inviter has to agree to each person. */
  approval?: boolean;
  /** Only people who have proven an address of one of these domains join. At most 20 entries. */
  allowedDomains?: string[];
  /** Fields that only inviters set, for the accounts that join. */
  profile?: Record<string, unknown>;
  /** The inviter's own note, which nobody else sees. At most 1000 characters. */
  note?: string;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `create-join-link` answers to `CreateJoinLinkRequest`. */
export interface CreateJoinLinkResult {
  /** A link by which any number of people become clients. */
  joinLink: JoinLink;
}

/**
 * Declines an invitation: with its code, or with a session and the id of an invitation to the account's verified
 * address. The inviter is told, and may invite again.
 *
 * Exactly one of these is present:
 * - `code`
 * - `invitationId`
 */
export interface DeclineInvitationRequest {
  /**
   * The code in an invitation's link, or its short code: case and hyphens of that do not matter. At most 128
   * characters.
   */
  code?: string;
  /**
   * Instead of a code, with a session: the id of an invitation that waits for the account's verified address. At most
   * 64 characters.
   */
  invitationId?: string;
  /** The person's own words to the inviter. At most 200 characters. */
  reason?: string;
}

/** What `decline-invitation` answers to `DeclineInvitationRequest`. */
export interface DeclineInvitationResult {
  /** An invitation; `status` is the one at the time of reading. */
  invitation: Invitation;
}

/** Counts the inviter's invitations by status and by day, and how many were opened and accepted. */
export interface InvitationReportRequest {
  /** Only invitations that were last sent since this timestamp (RFC 3339); default: all. */
  since?: string;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `invitation-report` answers to `InvitationReportRequest`. */
export interface InvitationReportResult {
  /** The number of invitations in each status. */
  byStatus: InvitationReportResultByStatus;
  /**
   * The days (UTC) of the last 366 on which invitations were sent, oldest first, with what became of those
   * invitations. At most 366 entries.
   */
  days: InvitationReportResultDay[];
  /**
   * The number of invitations whose link or code was looked at, once or more, by a person or by a link scanner. An
   * accepted invitation counts.
   */
  opened: number;
  /** The number of invitations that were accepted. */
  accepted: number;
  /** The number of invitations whose last mail bounced. */
  bounced: number;
  /** The median time from the last sending to the acceptance; null if no invitation is accepted. */
  medianSecondsToAccept: number | null;
}

/** The number of invitations in each status. */
export interface InvitationReportResultByStatus {
  /** Those that can still be accepted. */
  pending: number;
  /** Those that were accepted. */
  accepted: number;
  /** Those that ended without an answer. */
  expired: number;
  /** Those that the inviter has revoked. */
  revoked: number;
  /** Those that the person has declined. */
  declined: number;
}

/** The invitations that were last sent on one day. */
export interface InvitationReportResultDay {
  /** The day in UTC, such as `2026-11-22`. */
  day: string;
  /**
   * The number of invitations that were last sent on this day. One that ended before its message went out counts only
   * if it was accepted.
   */
  sent: number;
  /** How many of them were accepted, on any day. */
  accepted: number;
  /** How many of them have a last mail that bounced. */
  bounced: number;
}

/** Lists the inviter's links by which people join. */
export interface ListJoinLinksRequest {
  /** The maximum number of items in a page; default 50. 1 to 100. */
  limit?: number;
  /** The `nextCursor` of the previous page. At most 256 characters. */
  cursor?: string;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `list-join-links` answers to `ListJoinLinksRequest`. */
export interface ListJoinLinksResult {
  /** The links of this page, oldest first. At most 100 entries. */
  joinLinks: JoinLink[];
  /** The `cursor` of the next page; null on the last page. */
  nextCursor: string | null;
}

/** Lists the people who want to join by the inviter's links and wait for the answer. */
export interface ListJoinRequestsRequest {
  /** The maximum number of items in a page; default 50. 1 to 100. */
  limit?: number;
  /** The `nextCursor` of the previous page. At most 256 characters. */
  cursor?: string;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `list-join-requests` answers to `ListJoinRequestsRequest`. */
export interface ListJoinRequestsResult {
  /** The requests of this page, oldest first. At most 100 entries. */
  joinRequests: ListJoinRequestsResultJoinRequest[];
  /** The `cursor` of the next page; null on the last page. */
  nextCursor: string | null;
}

/** A person who wants to join. */
export interface ListJoinRequestsResultJoinRequest {
  /** The id of the request, which `answer-join-request` calls `joinRequestId`. */
  id: string;
  /** Who wants to join. */
  account: ListJoinRequestsResultJoinRequestAccount;
  /** By which link. */
  joinLink: ListJoinRequestsResultJoinRequestJoinLink;
  /** When the person asked. */
  createdAt: string;
}

/** Who wants to join. */
export interface ListJoinRequestsResultJoinRequestAccount {
  /** The person's name; empty if there is none. */
  displayName: string;
  /** Whether the person has proven the address. */
  emailVerified: boolean;
  /** The person's address; absent if there is none. */
  email?: string;
}

/** By which link. */
export interface ListJoinRequestsResultJoinRequestJoinLink {
  /** The id of the link. */
  id: string;
  /** What the inviter calls it; absent if it has no name. */
  name?: string;
}

/** A client to invite. */
export interface NewClient {
  /**
   * A person's name. It has at least one visible character, and nothing that mail programs turn into a link (no
   * scheme, no `www.`, no `@`, no dot before a top-level domain at the end of a word). At most 200 characters.
   */
  name: string;
  /**
   * The address to invite. It may be missing with `deliver: link`, and with `sms` where `phone` is there: nothing is
   * matched then. At most 254 characters.
   */
  email?: string;
  /**
   * A telephone number, such as `+1 555 123 4567`. One without a country calling code gets that of the policy's
   * `profile.callingCode`. 3 to 32 characters.
   */
  phone?: string;
  /** The inviter's notes about a client; the client never sees them. Line breaks are allowed. At most 4000 characters. */
  notes?: string;
  /** A language tag (BCP 47), such as `de-AT`. At most 35 characters. */
  locale?: string;
  /**
   * Fields of the profile that the policy reserves for inviters (`x-setBy`). The account that accepts gets them. Null
   * removes one that an earlier invitation has given.
   */
  profile?: Record<string, unknown>;
  /**
   * The account of the team's member who is responsible for the client. Only with `teams` of the policy. At most 64
   * characters.
   */
  coachId?: string;
}

/** Shows who invites, and to which app; consumes nothing. */
export interface PreviewInvitationRequest {
  /**
   * The code in an invitation's link, or its short code: case and hyphens of that do not matter. At most 128
   * characters.
   */
  code: string;
}

/** What `preview-invitation` answers to `PreviewInvitationRequest`. */
export interface PreviewInvitationResult {
  /** Who invites. */
  inviter: PreviewInvitationResultInviter;
  /** The app, and where to get it. */
  app: PreviewInvitationResultApp;
  /** When the invitation ends: at noon UTC of the day after its last day. */
  expiresAt: string;
  /**
   * The methods with which a person can accept: providers of the policy, `password`, and with a mailed code to an
   * address without an account `email` (the mail alone) and `passkey`.
   */
  providers: string[];
  /** Who is invited; absent for a link by which many people join. */
  client?: InvitedPerson;
  /** A link by which many people join; absent for an invitation. */
  joinLink?: PreviewInvitationResultJoinLink;
  /** A team of inviters; only with `teams` of the policy. */
  team?: TeamName;
}

/** The app, and where to get it. */
export interface PreviewInvitationResultApp {
  /** The app's name. */
  name: string;
  /** The scheme of links that open the app: `pfa://invite?code=…`. */
  urlScheme: string;
  /** The app's URL in the App Store; absent if the policy has none. */
  appStoreURL?: string;
  /** The app's URL in Google Play; absent if the policy has none. */
  playStoreURL?: string;
}

/** Who invites. */
export interface PreviewInvitationResultInviter {
  /** The inviter's name. */
  displayName: string;
  /** What an inviter's invitations show instead of the app's name, color and logo. */
  branding?: Branding;
}

/** A link by which many people join; absent for an invitation. */
export interface PreviewInvitationResultJoinLink {
  /** Whether the inviter has to agree to each person. */
  approval: boolean;
  /** Whether all places are taken. */
  isFull: boolean;
  /** What the inviter calls it; absent if it has none. */
  name?: string;
}

/**
 * Asks for a new invitation with the code of one that has expired or was declined, with the same answer for every
 * code. The inviter gets a mail with a link that sends it again.
 */
export interface RequestInvitationRequest {
  /** The code of the invitation that has ended, also one that a newer code has replaced. At most 128 characters. */
  code: string;
}

/** What `request-invitation` answers to `RequestInvitationRequest`. */
export interface RequestInvitationResult {
  /** The text to show the person. */
  message: string;
}

/**
 * Sends an invitation again, or many, by the same channel or another, with a new code and a new expiry; the old code
 * becomes invalid. A wrong address or number can be corrected.
 *
 * Exactly one of these is present:
 * - `invitationId`
 * - `invitationIds`
 * - `status`
 */
export interface ResendInvitationRequest {
  /** The invitation to send again. At most 64 characters. */
  invitationId?: string;
  /** The invitations to send again. Each has its own entry in `results`. At most 1000 entries. */
  invitationIds?: string[];
  /**
   * All of the inviter's invitations in this state, at most 1000 in each call: pending ones, pending ones whose
   * message did not arrive, or expired ones.
   */
  status?: ResendInvitationRequestStatus;
  /**
   * The right address, with `invitationId`: it replaces that of the client and the invitation, and counts as a new
   * recipient. The old one gets nothing more. At most 254 characters.
   */
  email?: string;
  /** The right telephone number, with `invitationId`. 3 to 32 characters. */
  phone?: string;
  /** Whether an identity with another email may accept, with `invitationId`; default: as before. */
  allowOtherEmail?: boolean;
  /**
   * The channel: a mail, a link that the inviter passes on, or a text message to the client's phone; default: the
   * invitation's current channel.
   */
  deliver?: InvitationChannel;
  /** Whether the code of a text message is also sent by mail. */
  alsoByMail?: boolean;
  /** A note of the inviter in the mail, if the policy has `invitation.allowNote`. At most 1000 characters. */
  note?: string;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/**
 * All of the inviter's invitations in this state, at most 1000 in each call: pending ones, pending ones whose
 * message did not arrive, or expired ones.
 */
export type ResendInvitationRequestStatus =
  "undelivered" | "expired" | "pending" | (string & {});

/**
 * What `resend-invitation` answers to `ResendInvitationRequest`.
 *
 * Exactly one of these is present:
 * - `invitation` and `message`
 * - `results` and `more`
 */
export interface ResendInvitationResult {
  /** An invitation; `status` is the one at the time of reading. Absent if `results` is present. */
  invitation?: Invitation;
  /** The text to show the inviter. Absent if `results` is present. */
  message?: string;
  /** The link to pass on; absent unless the channel is `link`. */
  link?: string;
  /**
   * A code that people can type instead of opening the link, such as `7K3M-Q9XA`. It proves no address. Absent without
   * `link`.
   */
  shortCode?: string;
  /** The link as a QR code: an SVG document. Absent without `link`. */
  qr?: string;
  /** The address that was probably meant, if the domain of a corrected one looks mistyped; absent otherwise. */
  suggestion?: string;
  /**
   * What became of each invitation: in the order of `invitationIds`, or the one that was sent longest ago first. An
   * `error` names its invitation. At most 1000 entries. Absent if `invitation` is present.
   */
  results?: ResendInvitationResultEntry[];
  /**
   * Whether further invitations of `status` remain: repeat the event. Those that were sent again within the last hour
   * are left out and do not count, unless there are only such. Absent if `invitation` is present.
   */
  more?: boolean;
}

/**
 * What became of one invitation. Exactly one of these is present:
 * - `invitation` and `message`
 * - `error`
 */
export interface ResendInvitationResultEntry {
  /** An invitation; `status` is the one at the time of reading. Absent if `error` is present. */
  invitation?: Invitation;
  /** The text to show the inviter. Absent if `error` is present. */
  message?: string;
  /** The link to pass on; absent unless the channel is `link`. */
  link?: string;
  /**
   * A code that people can type instead of opening the link, such as `7K3M-Q9XA`. It proves no address. Absent without
   * `link`.
   */
  shortCode?: string;
  /** The link as a QR code: an SVG document. Absent without `link`. */
  qr?: string;
  /** The address that was probably meant, if the domain of a corrected one looks mistyped; absent otherwise. */
  suggestion?: string;
  /** A problem (RFC 9457). Absent if `invitation` is present. */
  error?: Problem;
}

/** Withdraws an invitation. */
export interface RevokeInvitationRequest {
  /** The invitation to revoke. At most 64 characters. */
  invitationId: string;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `revoke-invitation` answers to `RevokeInvitationRequest`. */
export interface RevokeInvitationResult {
  /** An invitation; `status` is the one at the time of reading. */
  invitation: Invitation;
}

/**
 * Adds one client, or up to 1000, and invites them by mail, link or text message. A client whose invitation has
 * ended or bounced gets it again.
 *
 * Exactly one of these is present:
 * - `client`
 * - `clients`
 */
export interface SendInvitationRequest {
  /** A client to invite. */
  client?: NewClient;
  /**
   * Each entry is checked on its own: an invalid one has its `error` in `results`, and the others are invited. At most
   * 1000 entries.
   */
  clients?: NewClient[];
  /**
   * The days from the day of sending (UTC) to the last day of the invitation; at most, and by default, those of the
   * policy. 1 to 365.
   */
  days?: number;
  /**
   * Whether an identity with another email may accept; default: false, or as before for an invitation that is sent
   * again.
   */
  allowOtherEmail?: boolean;
  /** The channel: a mail, a link that the inviter passes on, or a text message to the client's phone; default: mail. */
  deliver?: InvitationChannel;
  /** Whether the code of a text message is also sent by mail. */
  alsoByMail?: boolean;
  /**
   * The role of the accounts that accept, one of the policy's `invitation.roles`; default: the invitee's. Only an
   * invitee becomes a client of the inviter. At most 64 characters.
   */
  role?: string;
  /** A note of the inviter in the mail, if the policy has `invitation.allowNote`. At most 1000 characters. */
  note?: string;
  /**
   * What the acceptance gives to the app: any JSON, at most 4 KB. For an invitation that is sent again the default is
   * its earlier value, and null removes it.
   */
  data?: unknown;
  /**
   * Where the person goes after the acceptance: a URL below one of the policy's `app.returnURLs`. At most 2048
   * characters.
   */
  returnURL?: string;
  /**
   * Whether an address that looks mistyped is not invited, but answered with the address that was probably meant
   * (`status` is `unsent`).
   */
  confirmAddress?: boolean;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
  /**
   * The place in the team of a person who accepts as an inviter; default: member. Only owners invite owners. Only with
   * `teams` of the policy.
   */
  teamRole?: TeamRole;
}

/**
 * What `send-invitation` answers to `SendInvitationRequest`.
 *
 * Exactly one of these is present:
 * - `client` and `invitation` and `message`
 * - `status` and `suggestion` and `message`
 * - `results`
 */
export interface SendInvitationResult {
  /** An inviter's record of a person. Only the inviter sees `notes` and `profile`. Absent if `status` is present. */
  client?: ClientRecord;
  /** An invitation; `status` is the one at the time of reading. Absent if `status` is present. */
  invitation?: Invitation;
  /** The text to show the inviter. Absent if `results` is present. */
  message?: string;
  /** True if an earlier invitation of the client was sent again; absent for a new one. */
  resent?: boolean;
  /** The `data` of the invitation; absent if it has none. */
  data?: unknown;
  /** The `returnURL` of the invitation; absent if it has none. */
  returnURL?: string;
  /** The link to pass on; absent unless the channel is `link`. */
  link?: string;
  /**
   * A code that people can type instead of opening the link, such as `7K3M-Q9XA`. It proves no address. Absent without
   * `link`.
   */
  shortCode?: string;
  /** The link as a QR code: an SVG document. Absent without `link`. */
  qr?: string;
  /** The address that was probably meant. Absent if `client` is present. */
  suggestion?: string;
  /** Always `unsent`. Absent if `client` is present. */
  status?: SendInvitationResultStatus;
  /** What became of each entry of `clients`, in their order. At most 1000 entries. Absent if `client` is present. */
  results?: SendInvitationResultEntry[];
}

/**
 * What became of one client of the list. Exactly one of these is present:
 * - `client` and `invitation` and `message`
 * - `status` and `suggestion` and `message`
 * - `error`
 */
export interface SendInvitationResultEntry {
  /** An inviter's record of a person. Only the inviter sees `notes` and `profile`. Absent if `status` is present. */
  client?: ClientRecord;
  /** An invitation; `status` is the one at the time of reading. Absent if `status` is present. */
  invitation?: Invitation;
  /** The text to show the inviter. Absent if `error` is present. */
  message?: string;
  /** True if an earlier invitation of the client was sent again; absent for a new one. */
  resent?: boolean;
  /** The `data` of the invitation; absent if it has none. */
  data?: unknown;
  /** The `returnURL` of the invitation; absent if it has none. */
  returnURL?: string;
  /** The link to pass on; absent unless the channel is `link`. */
  link?: string;
  /**
   * A code that people can type instead of opening the link, such as `7K3M-Q9XA`. It proves no address. Absent without
   * `link`.
   */
  shortCode?: string;
  /** The link as a QR code: an SVG document. Absent without `link`. */
  qr?: string;
  /** The address that was probably meant. Absent if `client` is present. */
  suggestion?: string;
  /** Always `unsent`. Absent if `client` is present. */
  status?: SendInvitationResultStatus;
  /** A problem (RFC 9457). Absent if `client` is present. */
  error?: Problem;
}

/** Always `unsent`. */
export type SendInvitationResultStatus =
  "unsent" | (string & {});

/** Stops invitation mail to the address that received the link, with one click (RFC 8058). */
export interface UnsubscribeRequest {
  /** The token in the link. At most 2048 characters. */
  token: string;
  /** The value that mail clients post. */
  "List-Unsubscribe"?: UnsubscribeRequestListUnsubscribe;
}

/** The value that mail clients post. */
export type UnsubscribeRequestListUnsubscribe =
  "One-Click" | (string & {});

/** What `unsubscribe` answers to `UnsubscribeRequest`. */
export interface UnsubscribeResult {
  /** The text to show the person. */
  message: string;
}

/** Renames, prolongs, limits, closes or opens a link by which people join, or gives it a new code. */
export interface UpdateJoinLinkRequest {
  /** The link to change. At most 64 characters. */
  joinLinkId: string;
  /** What people see, such as the name of a course. At most 200 characters. */
  name?: string;
  /** How many people can join. Fewer than have joined already makes the link full. 1 to 100000. */
  maxUses?: number;
  /** The days from today (UTC) to the last day of the link. 1 to 365. */
  days?: number;
  /** Whether nobody can join any more; false opens the link again. */
  closed?: boolean;
  /** Whether the link gets a new code. The old one is then `invitation/superseded`. */
  reset?: boolean;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `update-join-link` answers to `UpdateJoinLinkRequest`. */
export interface UpdateJoinLinkResult {
  /** A link by which any number of people become clients. */
  joinLink: JoinLink;
}
