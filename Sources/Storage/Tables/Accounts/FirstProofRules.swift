// SPDX-License-Identifier: Apache-2.0

import Domain

/// What happens to each value of an account when its address is proven for the first time and the account stays. The
/// creator of the account may be another person. A test compares the tables and columns with the schema.
package enum FirstProofRules {
  /// What happens to a value.
  package enum Fate: Equatable, Sendable {
    /// It ends, because it gave access to the account, or may have given it to another person.
    case ends
    /// It is removed. If the policy requires it, it is asked anew as `missing`.
    case forgotten
    /// It stays until the person answers.
    case askedAnew
    case stays
  }

  /// What the proof came with.
  package enum Proof: Equatable, Sendable {
    /// Nothing else: a code of a reset, or one that signs in.
    case codeAlone
    /// The password of the account.
    case password
    /// An identity that leads to the account.
    case identity(issuer: String, subject: String)
  }

  /// The rows of a table that belong to an account.
  package enum Rows: Sendable {
    /// All of them have the same fate.
    case all(Fate)
    /// Each column has its own fate.
    case columns([String: Fate])
    /// The table has nothing of an account, or nothing that a person can see or use.
    case none
  }

  package static let tables: [String: Rows] = [
    "accounts": .columns(
      [
        "id": .stays, "email": .stays, "email_key": .stays, "claimed_key": .stays, "email_verified": .stays,
        "email_proven_at": .stays,
        "display_name": .askedAnew, "photo_url": .forgotten, "phone": .forgotten, "locale": .forgotten,
        "time_zone": .forgotten, "role": .askedAnew, "asks_role": .askedAnew, "asks_inviters": .askedAnew,
        "status": .stays,
        "profile": .forgotten, "created_at": .stays, "updated_at": .stays, "last_sign_in_at": .stays,
        "birth_date": .forgotten, "consent_version": .forgotten, "consent_at": .forgotten, "guardian": .forgotten,
        "guardian_email": .forgotten, "guardian_at": .forgotten, "deletes_at": .stays, "closed_for": .stays,
        "factors": .ends, "username": .ends, "external_id": .stays, "branding": .ends, "search": .askedAnew,
        "has_more_addresses": .ends,
        // Unless it is a team that the account leaves.
        "team_id": .stays, "user_metadata": .ends,
      ]),
    "account_addresses": .all(.ends), "passwords": .all(.ends), "identities": .all(.ends), "sessions": .all(.ends),
    "service_keys": .all(.ends),
    "factors": .all(.ends), "recovery_codes": .all(.ends), "challenges": .all(.ends), "account_codes": .all(.ends),
    "consents": .all(.forgotten),
    // A remembered answer is given only to the same event, and its tokens have ended.
    "seen_events": .all(.stays),
    // A repeated import would bring back the values that the creator of the account has in the other system.
    "imports": .all(.ends),
    "clients": .columns(
      [
        "account_id": .askedAnew, "waiting_account_id": .askedAnew, "former_account_id": .stays, "id": .stays,
        "inviter_id": .stays, "name": .stays, "email": .stays, "email_key": .stays, "phone": .stays, "notes": .stays,
        "locale": .stays, "search": .stays, "created_at": .stays, "left_at": .stays, "join_link_id": .stays,
        "profile": .stays, "team_id": .stays, "coach_id": .stays,
      ]),
    // It ends with the deletion.
    "leaving_mailboxes": .all(.stays),
    // The creator of the account has asked and accepted, not the owner of the address.
    "join_requests": .all(.ends), "waiting_acceptances": .all(.ends),
    // Those of an inviter, whose address was proven when they were made.
    "join_links": .none, "join_codes": .none, "teams": .none,
    // The creator of the account has accepted the invitation into a team. A team of one stays with its content.
    "team_members": .all(.ends),
    // They belong to the record of an inviter, and are seen again if its tie is kept.
    "invitations": .all(.stays), "workouts": .all(.stays),
    // Messages to the account go to its address, and those to others are not the account's any more. Unsent ones with
    // codes end with their codes.
    "outbox": .all(.stays), "audit": .all(.stays),
    "suppressions": .none, "invitation_codes": .none, "limit_hits": .none, "underage_refusals": .none,
    "used_tokens": .none, "hash_keys": .none, "secret_keys": .none, "service_tokens": .none, "signing_keys": .none,
    "key_sets": .none, "issuer_failures": .none, "relays": .none, "notices": .none,
    "client_windows": .none,
  ]

  /// The columns that also stay if the proof came with a credential of the account: a person who presents both has
  /// created the account.
  static let staysWithCredential: Set<String> = [
    "display_name", "photo_url", "phone", "locale", "time_zone", "profile", "role",
  ]

  /// Tables whose rows `FirstProofs.apply` does not simply delete: identities and passwords may be the proof, and ended
  /// sessions say why they ended.
  private static let treatedAlone: Set<String> = ["identities", "passwords", "sessions", "team_members"]

  /// The tables whose rows are deleted.
  static let emptied: [String] = tables.compactMap { name, rows in
    guard case .all(let fate) = rows, fate != .stays, !treatedAlone.contains(name) else { return nil }
    return name
  }.sorted()

  /// The values of forgotten columns that cannot be null.
  private static let empty = ["profile": "'{}'", "factors": "0", "has_more_addresses": "0"]

  /// The assignments that empty the columns of `accounts`.
  static func emptying(_ proof: Proof) -> String {
    guard case .columns(let columns)? = tables["accounts"] else { return "" }
    let kept = proof == .codeAlone ? [] : staysWithCredential
    let removed = columns.filter { ($0.value == .ends || $0.value == .forgotten) && !kept.contains($0.key) }
    return removed.keys.sorted().reduce(into: "") { list, name in
      list += "\(list.isEmpty ? "" : ", ")\(name) = \(empty[name] ?? "NULL")"
    }
  }
}
