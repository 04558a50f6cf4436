// SPDX-License-Identifier: Apache-2.0

import Domain

/// What an account has accepted with an address that it has not proven yet.
package enum WaitingAcceptance: Equatable, Sendable {
  case invitation(String)
  case joinLink(String)

  /// The id of the invitation or of the link.
  package var id: String {
    switch self {
    case .invitation(let id), .joinLink(let id): id
    }
  }

  /// The member `waiting` of results.
  package var json: JSON {
    switch self {
    case .invitation(let id): ["invitationId": .string(id)]
    case .joinLink(let id): ["joinLinkId": .string(id)]
    }
  }
}

/// Acceptances that wait for the proof of an address.
package struct WaitingAcceptanceTable {
  package let transaction: Transaction

  package func insert(_ waiting: WaitingAcceptance, of accountID: String, at now: Timestamp) throws(Problem) {
    let isLink = if case .joinLink = waiting { true } else { false }
    try transaction.change(
      """
      INSERT INTO waiting_acceptances (account_id, subject, is_link, created_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (account_id, subject) DO NOTHING
      """, [.text(accountID), .text(waiting.id), .flag(isLink), .timestamp(now)])
  }

  /// Ends the acceptances of an invitation or of a link that wait.
  package func remove(subject id: String) throws(Problem) {
    try transaction.change("DELETE FROM waiting_acceptances WHERE subject = $1", [.text(id)])
  }

  /// What an account waits for, and since when. It is removed.
  package func take(of accountID: String) throws(Problem) -> [(acceptance: WaitingAcceptance, since: Timestamp)] {
    let found = try all(of: accountID)
    if !found.isEmpty {
      try transaction.change("DELETE FROM waiting_acceptances WHERE account_id = $1", [.text(accountID)])
    }
    return found
  }

  /// What an account waits for, by its id, and since when.
  package func all(of accountID: String) throws(Problem) -> [(acceptance: WaitingAcceptance, since: Timestamp)] {
    try transaction.query(
      "SELECT subject, is_link, created_at FROM waiting_acceptances WHERE account_id = $1 ORDER BY subject LIMIT 100",
      [.text(accountID)]
    ).map { (row) throws(Problem) in
      let id = try row.text("subject")
      return (try row.flag("is_link") ? .joinLink(id) : .invitation(id), try row.timestamp("created_at"))
    }
  }
}
