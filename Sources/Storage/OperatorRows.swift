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
extension Transaction {
  /// Accounts, newest first: ids are in order of creation.
  /// - Parameter before: the id that precedes the page.
  package func accounts(_ filter: AccountFilter, before: String?, limit: Int) throws(Problem) -> [Account] {
    try query(
      """
      SELECT * FROM accounts WHERE ($1 = '' OR COALESCE(role, $2) = $1) AND ($3 = '' OR status = $3)
        AND \(before == nil ? "TRUE" : "id < $5") ORDER BY id DESC LIMIT $4
      """,
      [
        .text(filter.role ?? ""), .text(legacyRole ?? ""), .text(filter.status?.rawValue ?? ""), .integer(limit),
      ] + (before.map { [.text($0)] } ?? [])
    ).map(account)
  }

  /// Changes the role of an account.
  package func setRole(_ role: String, of accountID: String, at now: Timestamp) throws(Problem) {
    try change(
      "UPDATE accounts SET role = $2, updated_at = $3 WHERE id = $1",
      [.text(accountID), .text(role), .timestamp(now)])
  }

  /// When an account is deleted; nil if its deletion was not requested.
  package func deletionTime(of accountID: String) throws(Problem) -> Timestamp? {
    try query("SELECT deletes_at FROM accounts WHERE id = $1", [.text(accountID)]).first?
      .optionalTimestamp("deletes_at")
  }

  /// Sets the time at which an account is deleted, or with nil cancels its deletion.
  package func setDeletionTime(_ timestamp: Timestamp?, of accountID: String) throws(Problem) {
    try change("UPDATE accounts SET deletes_at = $2 WHERE id = $1", [.text(accountID), .timestamp(timestamp)])
  }

  /// The confirmed second factors of an account: their type and times, oldest first.
  package func factorSummaries(of accountID: String) throws(Problem) -> [JSON] {
    try query(
      """
      SELECT id, type, name, created_at, last_used_at FROM factors
      WHERE account_id = $1 AND confirmed_at IS NOT NULL ORDER BY created_at, id
      """, [.text(accountID)]
    ).map { (row) throws(Problem) in
      .object([
        "id": JSON(try row.text("id")), "type": JSON(try row.text("type")),
        "name": try row.optionalText("name").map(JSON.string),
        "createdAt": JSON(try row.timestamp("created_at").rfc3339),
        "lastUsedAt": try row.optionalTimestamp("last_used_at").map { JSON($0.rfc3339) },
      ])
    }
  }

  /// Removes all second factors, recovery codes and challenges of an account.
  /// - Returns: the number of factors.
  package func resetFactors(of accountID: String) throws(Problem) -> Int {
    try change("DELETE FROM challenges WHERE account_id = $1", [.text(accountID)])
    try change("DELETE FROM recovery_codes WHERE account_id = $1", [.text(accountID)])
    return try changeReturning("DELETE FROM factors WHERE account_id = $1 RETURNING id", [.text(accountID)]).count
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
    try query(
      """
      SELECT * FROM audit WHERE at >= $1 AND ($2 = '' OR action = $2) AND \(condition)
      ORDER BY at DESC, id DESC LIMIT $3
      """,
      [.integer(filter.since?.milliseconds ?? 0), .text(filter.action ?? ""), .integer(limit)]
        + (account.map { [.text($0)] } ?? [])
    ).map(auditEntry)
  }

  /// The suppression list, newest first.
  package func suppressions(reason: Suppression?, limit: Int) throws(Problem) -> [SuppressedAddress] {
    try query(
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

  /// Removes an address from the suppression list.
  /// - Returns: the reason of the removed row; nil if there was none.
  package func removeSuppression(of email: EmailAddress) throws(Problem) -> Suppression? {
    try changeReturning("DELETE FROM suppressions WHERE address_key = $1 RETURNING reason", [.text(email.key)]).first
      .flatMap { (row) throws(Problem) in Suppression(rawValue: try row.text("reason")) }
  }
}
