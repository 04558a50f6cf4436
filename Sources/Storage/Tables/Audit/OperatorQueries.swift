// SPDX-License-Identifier: Apache-2.0

import Domain

/// Selects accounts; nil selects all.
package struct AccountFilter {
  package var role: String?
  package var status: Account.Status?

  package init(role: String? = nil, status: Account.Status? = nil) {
    self.role = role
    self.status = status
  }
}

/// Selects entries of the audit log; nil selects all.
package struct AuditFilter {
  /// The account that acted, or that the entry is about.
  package var accountID: String?
  package var action: String?
  package var since: Timestamp?

  package init(accountID: String? = nil, action: String? = nil, since: Timestamp? = nil) {
    self.accountID = accountID
    self.action = action
    self.since = since
  }
}

/// A row of the suppression list.
package struct SuppressedAddress: Sendable {
  /// The key of the address.
  package let key: String
  package let reason: Suppression
  /// What the mail server or the vendor said.
  package let detail: String?
  package let at: Timestamp
}

/// What operators read and change.
package struct OperatorQueries {
  package let transaction: Transaction

  /// Accounts, newest first: ids are in order of creation.
  /// - Parameter before: the id that precedes the page.
  package func accounts(_ filter: AccountFilter, before: String?, limit: Int) throws(Problem) -> [Account] {
    try transaction.query(
      """
      SELECT * FROM accounts WHERE ($1 = '' OR COALESCE(role, $2) = $1) AND ($3 = '' OR status = $3)
        AND \(before == nil ? "TRUE" : "id < $5") ORDER BY id DESC LIMIT $4
      """,
      [
        .text(filter.role ?? ""), .text(transaction.legacyRole ?? ""), .text(filter.status?.rawValue ?? ""),
        .integer(limit),
      ] + (before.map { [.text($0)] } ?? [])
    ).map(transaction.accounts.account)
  }

  /// The ids of the devices on which an account has had sessions.
  package func deviceIDs(of accountID: String) throws(Problem) -> [String] {
    try transaction.query(
      "SELECT DISTINCT device_id FROM sessions WHERE account_id = $1 AND device_id IS NOT NULL LIMIT 1000",
      [.text(accountID)]
    ).map { (row) throws(Problem) in try row.text("device_id") }
  }

  /// Entries of the audit log, newest first.
  package func audit(_ filter: AuditFilter, limit: Int) throws(Problem) -> [AuditEntry] {
    guard let account = filter.accountID else { return try audit(where: "TRUE", filter, limit: limit) }
    // Two queries, because PostgreSQL cannot use an index for `OR` here.
    var entries = try audit(where: "account_id = $4", filter, account, limit: limit)
    let known = Set(entries.map(\.id))
    entries += try audit(where: "subject_id = $4", filter, account, limit: limit).filter { !known.contains($0.id) }
    return Array(entries.sorted { ($0.at, $0.id) > ($1.at, $1.id) }.prefix(limit))
  }

  private func audit(
    where condition: String, _ filter: AuditFilter, _ account: String? = nil, limit: Int
  ) throws(Problem) -> [AuditEntry] {
    try transaction.query(
      """
      SELECT * FROM audit WHERE at >= $1 AND ($2 = '' OR action = $2) AND \(condition)
      ORDER BY at DESC, id DESC LIMIT $3
      """,
      [.integer(filter.since?.milliseconds ?? 0), .text(filter.action ?? ""), .integer(limit)]
        + (account.map { [.text($0)] } ?? [])
    ).map(transaction.auditLog.auditEntry)
  }

  /// The suppression list, newest first.
  package func suppressions(reason: Suppression?, limit: Int) throws(Problem) -> [SuppressedAddress] {
    try transaction.query(
      "SELECT * FROM suppressions WHERE ($1 = '' OR reason = $1) ORDER BY at DESC, address_key LIMIT $2",
      [.text(reason?.rawValue ?? ""), .integer(limit)]
    ).map { (row) throws(Problem) in
      guard let reason = Suppression(rawValue: try row.text("reason")) else {
        throw .bug("a suppression has an invalid reason")
      }
      return SuppressedAddress(
        key: try row.text("address_key"), reason: reason, detail: try row.optionalText("detail"),
        at: try row.timestamp("at"))
    }
  }
}
