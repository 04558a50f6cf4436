// SPDX-License-Identifier: Apache-2.0

import Domain

/// Selects members: the accounts of invitees.
package struct MemberFilter: Sendable {
  package var role: String
  /// The inviter whose clients they are; nil for all.
  package var inviterID: String?
  package var status: Account.Status?
  /// A part of the display name or the address, in any case.
  package var text: String?

  package init(
    role: String, ofInviter inviterID: String?, status: Account.Status? = nil, containing text: String? = nil
  ) {
    self.role = role
    self.inviterID = inviterID
    self.status = status
    self.text = text
  }
}

/// A member with its position in the list.
package struct MemberEntry: Sendable {
  package let account: Account
  package let position: PageStart
}

extension Transaction {
  /// One page of members. All members are in the order of their accounts, oldest first; those of an inviter in the order
  /// of its clients.
  package func members(_ filter: MemberFilter, after start: PageStart?, limit: Int) throws(Problem) -> [MemberEntry] {
    // Databases compare only ASCII letters in any case. So the query treats other characters as wildcards, and its rows
    // are checked here.
    let isExact = filter.text.map { $0.utf8.allSatisfy { $0 < 128 } } ?? true
    let batchSize = isExact ? limit : max(limit, 500)
    var (found, start): ([MemberEntry], PageStart?) = ([], start)
    while found.count < limit {
      let batch = try memberBatch(filter, after: start, limit: batchSize)
      found += isExact ? batch : batch.filter { filter.matches($0.account) }
      guard batch.count == batchSize, let last = batch.last else { break }
      start = last.position
    }
    return Array(found.prefix(limit))
  }

  private func memberBatch(_ filter: MemberFilter, after start: PageStart?, limit: Int) throws(Problem) -> [MemberEntry]
  {
    let conditions = """
      COALESCE(accounts.role, $3) = $4 AND ($5 = '' OR accounts.status = $5) AND ($6 = '' OR
        LOWER(accounts.display_name) LIKE $6 ESCAPE '\\' OR LOWER(accounts.email) LIKE $6 ESCAPE '\\')
      """
    let values: [SQLValue] = [
      .integer(start?.createdAt.milliseconds ?? -1), .text(start?.id ?? ""), .text(legacyRole ?? ""),
      .text(filter.role), .text(filter.status?.rawValue ?? ""), .text(filter.pattern), .integer(limit),
    ]
    let rows: [Row]
    if let inviterID = filter.inviterID {
      // An inviter may have two records of one person, with different addresses.
      rows = try query(
        """
        SELECT accounts.*, clients.created_at AS position_at, clients.id AS position_id
        FROM clients JOIN accounts ON accounts.id = clients.account_id
        WHERE clients.inviter_id = $8 AND (clients.created_at, clients.id) > ($1, $2) AND \(conditions)
          AND NOT EXISTS (SELECT 1 FROM clients AS others WHERE others.account_id = clients.account_id
            AND others.inviter_id = $8 AND (others.created_at, others.id) < (clients.created_at, clients.id))
        ORDER BY clients.created_at, clients.id LIMIT $7
        """, values + [.text(inviterID)])
    } else {
      rows = try query(
        """
        SELECT accounts.*, accounts.created_at AS position_at, accounts.id AS position_id FROM accounts
        WHERE (accounts.created_at, accounts.id) > ($1, $2) AND \(conditions)
        ORDER BY accounts.created_at, accounts.id LIMIT $7
        """, values)
    }
    return try rows.map { (row) throws(Problem) in
      MemberEntry(
        account: try account(row),
        position: PageStart(createdAt: try row.timestamp("position_at"), id: try row.text("position_id")))
    }
  }
}

extension MemberFilter {
  /// The pattern of the text in SQL; empty for no text.
  fileprivate var pattern: String {
    guard let text else { return "" }
    let pieces = text.lowercased().split(omittingEmptySubsequences: false) { !$0.isASCII }
    return pieces.map { Transaction.pattern(containing: String($0)) }.joined()
  }

  fileprivate func matches(_ account: Account) -> Bool {
    guard let text = text?.lowercased().unicodeScalars else { return true }
    return [account.displayName, account.email?.text ?? ""].contains {
      $0.lowercased().unicodeScalars.contains(text)
    }
  }
}
