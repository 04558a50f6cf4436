// SPDX-License-Identifier: Apache-2.0

/// What a column contains about a person, and where the export of an account shows it.
package enum ColumnUse: Sendable {
  /// The export has the value, as the member of this name. A name with a dot is a member of an object.
  case text(String)
  /// A text that is empty if there is none.
  case textIfAny(String)
  /// Words between spaces, which the export has as an array.
  case words(String)
  case timestamp(String)
  case integer(String)
  case flag(String)
  case json(String)
  case omitted(Reason)

  /// Why the export does not have the value.
  package enum Reason: Sendable {
    /// It opens something, or it verifies what opens something.
    case secret
    /// Rows are found by it: an id of another row, or a hash.
    case key
    /// The export has the same value in another place.
    case copy
    /// It is about the processing, or about the service, and not about a person.
    case processing
    /// It is about another person.
    case others
  }

  /// The name of the member; nil if the value is omitted.
  package var member: String? {
    switch self {
    case .text(let name), .textIfAny(let name), .words(let name), .timestamp(let name), .integer(let name),
      .flag(let name), .json(let name):
      name
    case .omitted: nil
    }
  }
}

/// A table, with the use of each of its columns.
package struct TableUse: Sendable {
  package let name: String
  /// The part of the export that shows the rows; nil if it shows none of them.
  package let part: String?
  package let columns: [(name: String, use: ColumnUse)]

  init(_ name: String, in part: String? = nil, _ columns: KeyValuePairs<String, ColumnUse>) {
    self.name = name
    self.part = part
    self.columns = columns.map { ($0.key, $0.value) }
  }

  /// A table without any value that the export shows.
  init(_ name: String, _ reason: ColumnUse.Reason, _ columns: [String]) {
    self.name = name
    part = nil
    self.columns = columns.map { ($0, .omitted(reason)) }
  }
}

/// The list of all tables and columns. A new column is added here too, and a test fails without it.
package enum PersonalData {
  package static let tables = account + people + records + messages + processing

  package static func table(_ name: String) -> TableUse? { tables.first { $0.name == name } }

  private static let account: [TableUse] = [
    TableUse(
      "accounts", in: "account",
      [
        "id": .text("id"), "email": .text("email"), "email_key": .omitted(.key),
        "email_verified": .flag("emailVerified"),
        "display_name": .text("displayName"), "photo_url": .text("photoURL"), "phone": .text("phone"),
        "locale": .text("locale"), "time_zone": .text("timeZone"), "role": .text("role"), "status": .text("status"),
        "profile": .json("profile"),
        "created_at": .timestamp("createdAt"), "updated_at": .timestamp("updatedAt"),
        "last_sign_in_at": .timestamp("lastSignInAt"), "birth_date": .text("birthDate"),
        "consent_version": .text("consent.version"), "consent_at": .timestamp("consent.agreedAt"),
        "guardian": .text("consent.guardian"), "guardian_email": .text("consent.guardianEmail"),
        "guardian_at": .timestamp("consent.guardianAt"), "deletes_at": .timestamp("deletesAt"),
        "factors": .omitted(.copy), "username": .text("username"),
        "external_id": .text("externalId"), "branding": .json("branding"), "search": .omitted(.copy),
        "claimed_key": .omitted(.key), "has_more_addresses": .omitted(.copy), "email_proven_at": .omitted(.copy),
        "closed_for": .text("closedFor"), "asks_role": .omitted(.processing), "asks_inviters": .omitted(.processing),
        "team_id": .omitted(.copy), "user_metadata": .json("userMetadata"),
      ]),
    // The account itself shows its addresses.
    TableUse("account_addresses", .copy, ["email_key", "account_id", "email", "proven_at"]),
    TableUse("leaving_mailboxes", .copy, ["mailbox_key", "account_id"]),
    TableUse(
      "passwords", in: "account",
      [
        "account_id": .omitted(.key), "email_key": .omitted(.copy), "hash": .omitted(.secret),
        "changed_at": .timestamp("passwordChangedAt"), "imported_cost": .omitted(.processing),
      ]),
    TableUse(
      "imports", in: "account",
      [
        "source": .text("importedFrom.source"), "external_id": .text("importedFrom.id"), "account_id": .omitted(.key),
        "fingerprint": .omitted(.key),
      ]),
    TableUse(
      "suppressions", in: "account",
      [
        "address_key": .omitted(.copy), "reason": .text("suppression.reason"), "detail": .text("suppression.detail"),
        "at": .timestamp("suppression.at"), "disabled_at": .timestamp("suppression.disabledAt"),
      ]),
  ]

  private static let people: [TableUse] = [
    TableUse(
      "identities", in: "identities",
      [
        "issuer": .text("issuer"), "subject": .text("subject"), "provider": .text("provider"),
        "account_id": .omitted(.key), "created_at": .timestamp("linkedAt"), "sealed_refresh_token": .omitted(.secret),
        "used_at": .timestamp("usedAt"), "relay_changed_at": .omitted(.processing), "email": .text("email"),
        "email_verified": .flag("emailVerified"), "display_name": .text("displayName"), "photo_url": .text("photoURL"),
        "ended_at": .timestamp("endedAt"), "transfer_subject": .omitted(.key),
      ]),
    TableUse(
      "sessions", in: "sessions",
      [
        "id": .text("id"), "account_id": .omitted(.key), "generation": .omitted(.secret),
        "rotated_at": .omitted(.processing), "device_id": .text("device.id"),
        "device_platform": .text("device.platform"), "device_name": .text("device.name"), "address": .text("address"),
        "created_at": .timestamp("createdAt"), "last_used_at": .timestamp("lastUsedAt"),
        "idle_ends_at": .timestamp("expiresAt"), "ends_at": .timestamp("endsAt"), "revoked_at": .timestamp("endedAt"),
        "end_reason": .text("endReason"), "authenticated_at": .timestamp("authenticatedAt"),
        "factor_at": .timestamp("factorAt"), "access_generation": .omitted(.secret), "country": .text("country"),
        "push_service": .text("device.pushService"), "push_token_hash": .omitted(.key),
        "sealed_push_token": .omitted(.secret), "cookie_hash": .omitted(.secret), "method": .text("method"),
        "awaits_factor": .omitted(.processing),
      ]),
    TableUse(
      "factors", in: "factors",
      [
        "id": .text("id"), "account_id": .omitted(.key), "type": .text("type"), "name": .text("name"),
        "created_at": .timestamp("createdAt"), "expires_at": .omitted(.processing),
        "confirmed_at": .timestamp("confirmedAt"), "last_used_at": .timestamp("lastUsedAt"),
        "sealed_secret": .omitted(.secret), "last_step": .omitted(.secret), "credential_id": .omitted(.secret),
        "public_key": .omitted(.secret), "counter": .omitted(.secret), "backup_eligible": .omitted(.processing),
        "backed_up": .omitted(.processing), "aaguid": .omitted(.processing), "transports": .omitted(.processing),
      ]),
    TableUse(
      "consents", in: "consents",
      [
        "account_id": .omitted(.key), "version": .text("version"), "birth_date": .text("birthDate"),
        "guardian_email": .text("guardianEmail"), "given_at": .timestamp("givenAt"),
      ]),
  ]

  private static let records: [TableUse] = [
    // Only the inviter sees the notes, in `ownClients`.
    TableUse(
      "clients", in: "clients",
      [
        "id": .text("id"), "team_id": .omitted(.others), "inviter_id": .omitted(.others),
        "coach_id": .omitted(.others), "account_id": .text("accountId"), "name": .text("name"),
        "email": .textIfAny("email"), "email_key": .omitted(.key), "phone": .text("phone"), "notes": .omitted(.others),
        "locale": .text("locale"), "search": .omitted(.copy), "created_at": .timestamp("createdAt"),
        "left_at": .timestamp("leftAt"), "former_account_id": .omitted(.key), "waiting_account_id": .omitted(.key),
        "join_link_id": .text("joinLinkId"),
        "profile": .json("profile"),
      ]),
    TableUse(
      "invitations", in: "invitations",
      [
        "id": .text("id"), "client_id": .text("clientId"), "team_id": .omitted(.others),
        "inviter_id": .omitted(.others), "team_role": .text("teamRole"), "email": .textIfAny("email"),
        "email_key": .omitted(.key), "status": .text("status"), "delivery": .text("delivery"),
        "allow_other_email": .omitted(.processing), "sent_at": .timestamp("sentAt"),
        "expires_at": .timestamp("expiresAt"), "accepted_at": .timestamp("acceptedAt"),
        "resend_count": .integer("resendCount"), "remind_at": .omitted(.processing), "channel": .text("channel"),
        "role": .text("role"), "opened_at": .timestamp("openedAt"), "declined_at": .timestamp("declinedAt"),
        "decline_reason": .text("declineReason"), "data": .json("data"), "return_url": .omitted(.processing),
        "user_metadata": .json("userMetadata"), "listed_at": .omitted(.processing),
      ]),
    TableUse(
      "join_requests", in: "joinRequests",
      [
        "id": .text("id"), "join_link_id": .text("joinLinkId"), "account_id": .omitted(.key),
        "team_id": .omitted(.others), "status": .text("status"), "created_at": .timestamp("createdAt"),
        "answered_at": .timestamp("answeredAt"),
      ]),
    // Only inviters have some.
    TableUse(
      "join_links", in: "joinLinks",
      [
        "id": .text("id"), "team_id": .omitted(.key), "inviter_id": .omitted(.key), "name": .text("name"),
        "note": .text("note"),
        "profile": .json("profile"), "allowed_domains": .words("allowedDomains"), "needs_approval": .flag("approval"),
        "max_uses": .integer("maxUses"), "uses": .integer("uses"), "sealed_codes": .omitted(.secret),
        "created_at": .timestamp("createdAt"), "expires_at": .timestamp("expiresAt"),
        "closed_at": .timestamp("closedAt"),
      ]),
    // Only inviters are in one.
    TableUse(
      "team_members", in: "teams",
      [
        "team_id": .text("id"), "account_id": .omitted(.key), "role": .text("role"),
        "joined_at": .timestamp("joinedAt"),
      ]),
    // The name and the branding of a team are not data about a person.
    TableUse("teams", .processing, ["id", "name", "branding", "created_at"]),
    TableUse(
      "workouts", in: "workouts",
      [
        "id": .text("id"), "client_id": .text("clientId"), "title": .text("title"),
        "scheduled_for": .timestamp("scheduledFor"), "scheduled_on": .text("scheduledOn"), "details": .json("details"),
        "created_at": .timestamp("createdAt"),
        "completed_at": .timestamp("completedAt"), "inviter_id": .omitted(.key),
      ]),
  ]

  private static let messages: [TableUse] = [
    TableUse(
      "outbox", in: "messages",
      [
        "id": .text("id"), "kind": .text("kind"), "invitation_id": .text("invitationId"), "account_id": .omitted(.key),
        "locale": .text("locale"), "recipient": .text("recipient"), "sealed_values": .omitted(.secret),
        "state": .text("state"), "attempts": .omitted(.processing), "doubts": .omitted(.processing),
        "due_at": .omitted(.processing), "expires_at": .omitted(.processing), "created_at": .timestamp("createdAt"),
        "ended_at": .timestamp("endedAt"), "vendor_id": .omitted(.processing), "trouble": .text("failure"),
        "outcome": .text("outcome"), "outcome_at": .timestamp("outcomeAt"), "outcome_detail": .text("outcomeDetail"),
        "traceparent": .omitted(.processing), "recipient_key": .omitted(.key),
        "outcome_reason": .text("outcomeReason"), "requeued_at": .omitted(.processing),
        "queue": .omitted(.processing),
      ]),
    TableUse(
      "audit", in: "audit",
      [
        "id": .text("id"), "at": .timestamp("at"), "function": .text("function"), "action": .text("action"),
        "account_id": .omitted(.key), "team_id": .omitted(.others), "subject_id": .text("subjectId"),
        "code": .text("code"), "provider": .text("provider"), "address": .text("address"),
        "user_agent": .text("userAgent"), "trace_id": .text("traceId"), "refusal_key": .omitted(.key),
        "count": .integer("count"), "last_at": .timestamp("lastAt"), "operator": .omitted(.others),
        "subject_key": .omitted(.key), "country": .text("country"), "device": .json("device"),
        "duration": .omitted(.processing), "service": .text("service"),
      ]),
  ]

  /// Tables without data of a person that the export does not have in another place.
  private static let processing: [TableUse] = [
    TableUse(
      "account_codes", .secret,
      ["selector", "code_hash", "purpose", "account_id", "email", "tries_left", "expires_at", "invitation_id"]),
    TableUse("invitation_codes", .secret, ["code_hash", "invitation_id", "superseded_at"]),
    TableUse("join_codes", .secret, ["code_hash", "join_link_id", "superseded_at"]),
    TableUse("waiting_acceptances", .processing, ["account_id", "subject", "is_link", "created_at"]),
    TableUse("recovery_codes", .secret, ["account_id", "code_hash"]),
    TableUse(
      "challenges", .secret,
      ["selector", "purpose", "account_id", "function", "sealed_event", "tries_left", "created_at", "expires_at"]),
    TableUse(
      "seen_events", .copy,
      [
        "function", "caller", "source", "id", "fingerprint", "sealed_answer", "settles_by", "expires_at",
        "amendable_for", "account_id", "team_ids",
      ]),
    TableUse("client_windows", .key, ["key", "ends_at", "calls"]),
    TableUse("limit_hits", .key, ["key", "at", "weight", "expires_at"]),
    TableUse("underage_refusals", .key, ["key", "minimum_age", "expires_at"]),
    TableUse("used_tokens", .key, ["token_hash", "expires_at"]),
    TableUse("hash_keys", .secret, ["name", "sealed_key", "created_at"]),
    TableUse("secret_keys", .secret, ["fingerprint", "created_at"]),
    // A key is an operator's, also where it acts for an inviter.
    TableUse(
      "service_keys", .secret,
      [
        "id", "name", "functions", "account_id", "team_id", "secret_hash", "created_at", "rotated_at", "expires_at",
      ]),
    TableUse("service_tokens", .secret, ["name", "sealed_token", "expires_at"]),
    TableUse("signing_keys", .secret, ["id", "public_key", "sealed_private_key", "created_at", "retired_at"]),
    TableUse("key_sets", .processing, ["url", "keys", "fetched_at", "fresh_until", "attempted_at"]),
    TableUse("issuer_failures", .processing, ["url", "failed_at"]),
    TableUse(
      "relays", .processing,
      ["name", "since", "reason", "next_try_at", "failures", "connections", "limited_at", "free_at"]),
    TableUse("notices", .processing, ["name", "detail", "at"]),
  ]
}
