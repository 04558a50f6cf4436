// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

import type {
  Account, AccountState, AccountStatus, ClientRecord, ErrorCode, Invitation, InvitationStatus, Workout
} from "./types";

/** What an entry of the audit log records. */
export type AuditAction =
  "account.address-added" | "account.address-lost" | "account.address-proven" | "account.address-refused" |
  "account.address-removed" | "account.challenged" | "account.closed-for-age" | "account.consented" |
  "account.created" | "account.deleted" | "account.deletion-requested" | "account.email-change-requested" |
  "account.email-changed" | "account.email-verified" | "account.exported" | "account.factor-added" |
  "account.factor-enrolled" | "account.factor-removed" | "account.factors-reset" | "account.guardian-agreed" |
  "account.guardian-asked" | "account.guardian-refused" | "account.guardian-withdrawn" |
  "account.identity-transferred" | "account.imported" | "account.password-imported" | "account.password-superseded" |
  "account.provider-added" | "account.provider-removed" | "account.recovery-code-used" |
  "account.recovery-codes-renewed" | "account.restored" | "account.role-changed" | "account.role-chosen" |
  "account.sessions-ended" | "account.signed-in" | "account.signed-out" | "account.suspended" | "account.underage" |
  "account.unlocked" | "account.updated" | "apple.account-delete" | "apple.consent-revoked" | "apple.email-disabled" |
  "apple.email-enabled" | "apple.other" | "client.kept" | "client.left" | "client.removed" | "client.updated" |
  "email.verification-requested" | "factor.counter" | "invitation.accepted" | "invitation.declined" |
  "invitation.expired" | "invitation.reminded" | "invitation.requested" | "invitation.resent" | "invitation.revoked" |
  "invitation.sent" | "join-link.created" | "join-link.updated" | "join-request.answered" | "join-request.created" |
  "key.created" | "key.revoked" | "key.rotated" | "mail.bounced" | "mail.complained" | "mail.delivered" |
  "mail.requeued" | "mail.unsubscribed" | "member.updated" | "password.changed" | "password.reset-requested" |
  "refused" | "security.locked" | "security.new-address" | "security.new-country" | "security.new-device" |
  "session.other-device" | "session.reauthenticated" | "session.token-reused" | "sign-in.code-requested" |
  "suppression.removed" | "team.created" | "team.deleted" | "team.joined" | "team.member-changed" |
  "team.member-removed" | "team.updated" | "workout.assigned" | "workout.completed" | "workout.removed" |
  "workout.updated" | (string & {});

/** Returns one client with its invitation, the deliveries of its messages, and its workouts. */
export interface GetClientRequest {
  /** The client to show. At most 64 characters. */
  clientId: string;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `get-client` answers to `GetClientRequest`. */
export interface GetClientResult {
  /** An inviter's record of a person. Only the inviter sees `notes` and `profile`. */
  client: ClientRecord;
  /** An invitation; `status` is the one at the time of reading. */
  invitation: Invitation;
  /**
   * The latest messages that offered the invitation, oldest first, as long as `retention.mailDays` keeps them. At most
   * 50 entries.
   */
  deliveries: GetClientResultDelivery[];
  /** The first page of `list-workouts`. At most 50 entries. */
  workouts: Workout[];
}

/** A message that offered the invitation, and what became of it. */
export interface GetClientResultDelivery {
  /** When it got its status. */
  at: string;
  /** `cancelled`: the invitation ended or was sent again before the message was sent. */
  status: GetClientResultDeliveryStatus;
  /** Why it bounced or failed. Only `address` suppresses the address. */
  reason?: GetClientResultDeliveryReason;
  /**
   * What the mail server or the vendor said, without mail addresses. `suppressed`: the address gets no more mail. At
   * most 500 characters.
   */
  text?: string;
}

/** Why it bounced or failed. Only `address` suppresses the address. */
export type GetClientResultDeliveryReason =
  "address" | "mailbox-full" | "policy" | "content" | "sender" | "dropped" | "expired" | "other" | (string & {});

/** `cancelled`: the invitation ended or was sent again before the message was sent. */
export type GetClientResultDeliveryStatus =
  "queued" | "sent" | "delayed" | "delivered" | "bounced" | "failed" | "unknown" | "cancelled" | (string & {});

/** Returns the account of an invitee, and its state. */
export interface GetMemberRequest {
  /** The account to show. At most 64 characters. */
  accountId: string;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `get-member` answers to `GetMemberRequest`. */
export interface GetMemberResult {
  /** A person who can sign in. `email` is absent if the provider gave none. */
  member: Account;
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

/** Ends the caller's connection with an inviter. The inviter's record of the client stays. */
export interface LeaveInviterRequest {
  /** The inviter's record of the caller, from `clients` of `get-account`. At most 64 characters. */
  clientId: string;
}

/** What `leave-inviter` answers to `LeaveInviterRequest`. */
export interface LeaveInviterResult {
  /** The client's id. */
  left: string;
}

/** Lists what the inviter did and what happened to its invitations and clients, newest first. */
export interface ListAuditRequest {
  /** Only entries with this action, such as `invitation.accepted`. At most 64 characters. */
  action?: string;
  /** Only entries about this invitation, client or session. At most 64 characters. */
  subjectId?: string;
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

/** What `list-audit` answers to `ListAuditRequest`. */
export interface ListAuditResult {
  /** The entries of this page, newest first. At most 100 entries. */
  entries: ListAuditResultEntry[];
  /** The `cursor` of the next page; null on the last page. */
  nextCursor: string | null;
}

/** An entry of the audit log. */
export interface ListAuditResultEntry {
  /** The id of the entry. */
  id: string;
  /** When it happened. */
  at: string;
  /** The function that was called. */
  function: string;
  /** What an entry of the audit log records. */
  action: AuditAction;
  /** The account that acted; absent if there was none, as of a bounced mail. */
  accountId?: string;
  /** The invitation, client or session that was affected; absent if there is none. */
  subjectId?: string;
  /** The code of a refusal; absent if the event was granted. */
  code?: ErrorCode;
  /** The inviter's sign-in method: the provider's name in the policy, or `password`; absent if nobody signed in. */
  provider?: string;
  /** The inviter's network address; absent if it is not known, no longer kept, or a client's. */
  address?: string;
  /** The User-Agent header of the request; absent if it is not known or no longer kept. */
  userAgent?: string;
  /** The trace of the request, as in the server's log; absent if there is none. */
  traceId?: string;
  /** The number of refusals, where refusals by one limit are one entry; absent otherwise. */
  count?: number;
  /** When the last of these refusals happened; absent without `count`. */
  lastAt?: string;
  /** The operating system's user, where an operator acted by a command; absent otherwise. */
  operator?: string;
  /** The name of the service key, where a backend acted with one; absent otherwise. */
  service?: string;
}

/** Lists the inviter's clients, each with its invitation. */
export interface ListClientsRequest {
  /** Only clients whose invitation has this status now. */
  status?: InvitationStatus;
  /**
   * Only clients whose invitation is pending and whose last message did not arrive. `false` with the status `pending`:
   * only the other ones.
   */
  undelivered?: boolean;
  /**
   * The order: by creation, the oldest first (`created`, the default); by name; by the last sign-in, the latest first
   * and nobody last (`signedIn`); or by the last sending, the latest first (`sent`). Use a cursor only with the `sort`
   * it came from.
   */
  sort?: ListClientsRequestSort;
  /** Part of a name or address; upper and lower case are equal. At most 200 characters. */
  query?: string;
  /** The maximum number of items in a page; default 50. 1 to 100. */
  limit?: number;
  /** The `nextCursor` of the previous page. At most 256 characters. */
  cursor?: string;
  /** How many clients to leave out first, for pages with numbers. A cursor needs less work. 0 to 100000. */
  skip?: number;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
  /**
   * Only clients for whom this member of the team is responsible. Only with `teams` of the policy. At most 64
   * characters.
   */
  coachId?: string;
}

/**
 * The order: by creation, the oldest first (`created`, the default); by name; by the last sign-in, the latest first
 * and nobody last (`signedIn`); or by the last sending, the latest first (`sent`). Use a cursor only with the `sort`
 * it came from.
 */
export type ListClientsRequestSort =
  "created" | "name" | "signedIn" | "sent" | (string & {});

/** What `list-clients` answers to `ListClientsRequest`. */
export interface ListClientsResult {
  /** The clients of this page, in the order of `sort`. At most 100 entries. */
  clients: ListClientsResultClient[];
  /** The `cursor` of the next page; null on the last page. */
  nextCursor: string | null;
}

/** An inviter's record of a person, and the last invitation. */
export interface ListClientsResultClient {
  /** The id of the record, which other functions call `clientId`. */
  id: string;
  /** The client's name, as the inviter wrote it. */
  name: string;
  /** When the client was first invited. */
  createdAt: string;
  /** The client's last invitation. */
  invitation: Invitation;
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
  /** When the person left the inviter; absent after they accepted again. */
  leftAt?: string;
  /**
   * The profile fields that the inviter has given for the account that will accept; absent for none, and after the
   * acceptance.
   */
  profile?: Record<string, unknown>;
  /** The link by which the person has joined; absent for others. Only the inviter sees it. */
  joinLinkId?: string;
  /** The account of the team's member who is responsible for the client; absent for nobody. Only inviters see it. */
  coachId?: string;
}

/**
 * Lists the accounts of invitees: those of the inviter's clients, or all, as `members.visibility` of the policy
 * says.
 */
export interface ListMembersRequest {
  /** Part of a display name or address; upper and lower case are equal. At most 200 characters. */
  query?: string;
  /** Only accounts with this role; every member has the invitee's role. At most 64 characters. */
  role?: string;
  /** Only accounts with this status. */
  status?: AccountStatus;
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

/** What `list-members` answers to `ListMembersRequest`. */
export interface ListMembersResult {
  /** The accounts of this page. At most 100 entries. */
  members: Account[];
  /** The `cursor` of the next page; null on the last page. */
  nextCursor: string | null;
}

/** Removes a client with its invitation and workouts; the person's account stays. */
export interface RemoveClientRequest {
  /** The client to remove. At most 64 characters. */
  clientId: string;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `remove-client` answers to `RemoveClientRequest`. */
export interface RemoveClientResult {
  /** The client's id. */
  removed: string;
}

/** Corrects the inviter's record of a client. */
export interface UpdateClientRequest {
  /** The client to change. At most 64 characters. */
  clientId: string;
  /**
   * A person's name. It has at least one visible character, and nothing that mail programs turn into a link (no
   * scheme, no `www.`, no `@`, no dot before a top-level domain at the end of a word). At most 200 characters.
   */
  name?: string;
  /** A telephone number. 3 to 32 characters. null removes it; absent keeps it. */
  phone?: string | null;
  /**
   * The inviter's notes about a client; the client never sees them. Line breaks are allowed. At most 4000 characters.
   * null removes it; absent keeps it.
   */
  notes?: string | null;
  /** A language tag (BCP 47). At most 35 characters. null removes it; absent keeps it. */
  locale?: string | null;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
  /**
   * The account of the team's member who is responsible for the client; absent for nobody. Only with `teams` of the
   * policy. At most 64 characters. null removes it; absent keeps it.
   */
  coachId?: string | null;
}

/** What `update-client` answers to `UpdateClientRequest`. */
export interface UpdateClientResult {
  /** An inviter's record of a person. Only the inviter sees `notes` and `profile`. */
  client: ClientRecord;
}

/**
 * Sets profile fields of an invitee that the policy reserves for inviters.
 *
 * Exactly one of these is present:
 * - `accountId`
 * - `email`
 */
export interface UpdateMemberRequest {
  /** The app's own fields, as `profile.fields` of the policy defines them; null removes a field. */
  profile: Record<string, unknown>;
  /** The account to change. At most 64 characters. */
  accountId?: string;
  /**
   * A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map its
   * domain to ASCII. At most 254 characters.
   */
  email?: string;
  /**
   * The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
   * most 64 characters.
   */
  teamId?: string;
}

/** What `update-member` answers to `UpdateMemberRequest`. */
export interface UpdateMemberResult {
  /** The changed account. */
  member: UpdateMemberResultMember;
}

/** The changed account. */
export interface UpdateMemberResultMember {
  /** The account's id. */
  accountId: string;
  /** The name that others see. */
  displayName: string;
  /** The app's own fields, by name. */
  profile: Record<string, unknown>;
  /** The account's address; null if the provider gave none. */
  email: string | null;
}
