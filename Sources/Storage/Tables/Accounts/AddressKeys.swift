// SPDX-License-Identifier: Apache-2.0

import Domain

/// A row whose address key differs from the key by which addresses are looked up.
package struct StaleAddressKey: Sendable {
  package var table: String
  package var id: String
  package var key: String
}

/// The columns by which addresses are found. A release that changes the form of keys renews them.
package struct AddressKeys {
  package let transaction: Transaction

  /// A column with address keys.
  private struct KeyColumn {
    var table: String
    var id = "id"
    var key = "email_key"
    /// The scope in which a key is unique: nil if keys may repeat, empty for the whole table, or the name of a
    /// column.
    var scope: String?
    /// The text before the address.
    var prefix = ""
    /// Whether it contains keys of mailboxes instead of addresses.
    var isOfMailbox = false

    func key(of address: EmailAddress) -> String { prefix + (isOfMailbox ? address.mailboxKey : address.key) }

    /// The rows whose key may differ. Addresses with other than ASCII characters have two spellings: after removing
    /// ASCII, text is left.
    var mayBeStale: String {
      let isInternational = "LTRIM(\(key), $3) <> ''"
      let atGmail = ["%.%@gmail.com", "%+%@gmail.com", "%@googlemail.com"].map { "\(key) LIKE '\($0)'" }
      return isOfMailbox ? "(\(([isInternational] + atGmail).joined(separator: " OR ")))" : isInternational
    }
  }

  private static let keyColumns = [
    KeyColumn(table: "accounts", scope: ""), KeyColumn(table: "accounts", key: "claimed_key"),
    KeyColumn(table: "passwords", id: "account_id", scope: ""),
    KeyColumn(table: "clients", scope: "team_id", isOfMailbox: true),
    KeyColumn(table: "invitations", isOfMailbox: true),
    KeyColumn(table: "suppressions", id: "address_key", key: "address_key", scope: "", isOfMailbox: true),
    KeyColumn(table: "imports", id: "account_id", key: "external_id", scope: "source", prefix: "email/"),
    KeyColumn(table: "outbox", key: "recipient_key", isOfMailbox: true),
    KeyColumn(table: "leaving_mailboxes", id: "account_id", key: "mailbox_key", isOfMailbox: true),
  ]

  static let ascii = String(String.UnicodeScalarView((0x20...0x7E).compactMap(Unicode.Scalar.init)))

  /// Updates keys of earlier releases to the current form: with the domain in ASCII, and for a mailbox at Gmail in its
  /// only spelling. A key that another row already has is not updated, because the two rows may belong to different
  /// people.
  func renew() throws(Problem) {
    for column in Self.keyColumns {
      if column.isOfMailbox { try renewGmail(in: column) }
      let isFree =
        column.scope.map { scope in
          let isSame = scope.isEmpty ? "" : " AND other.\(scope) = \(column.table).\(scope)"
          return " AND NOT EXISTS (SELECT 1 FROM \(column.table) AS other WHERE other.\(column.key) = $3\(isSame))"
        } ?? ""
      try forEachStaleKey(in: column) { (id, key, renewed) throws(Problem) in
        try transaction.change(
          "UPDATE \(column.table) SET \(column.key) = $3 WHERE \(column.id) = $1 AND \(column.key) = $2\(isFree)",
          [.text(id), .text(key), .text(renewed)])
      }
    }
  }

  /// Renews most keys at Gmail in one statement, because there may be millions of them: those in which only dots and
  /// the domain differ. If several rows get the same key, only the oldest one is renewed.
  private func renewGmail(in column: KeyColumn) throws(Problem) {
    let (table, key) = (column.table, column.key)
    let scope = column.scope ?? ""
    let isSame = scope.isEmpty ? "" : " AND other.\(scope) = \(table).\(scope)"
    let isFree =
      column.scope == nil
      ? "TRUE"
      : "rank = 1 AND NOT EXISTS (SELECT 1 FROM \(table) AS other WHERE other.\(key) = renewed.renewed_key\(isSame))"
    let columns = scope.isEmpty ? "" : "\(scope), "
    try transaction.change(
      """
      WITH keys AS (
        SELECT \(column.id) AS renewed_id, \(columns)REPLACE(SUBSTR(\(key), 1, LENGTH(\(key)) -
            CASE WHEN \(key) LIKE '%@gmail.com' THEN 10 ELSE 15 END), '.', '') || '@gmail.com' AS renewed_key
        FROM \(table)
        WHERE (\(key) LIKE '%.%@gmail.com' OR \(key) LIKE '%@googlemail.com') AND \(key) NOT LIKE '%+%'),
      renewed AS MATERIALIZED (
        SELECT renewed_id, renewed_key, ROW_NUMBER() OVER (PARTITION BY \(columns)renewed_key ORDER BY renewed_id) AS rank
        FROM keys)
      UPDATE \(table) SET \(key) = renewed.renewed_key FROM renewed
      WHERE \(table).\(column.id) = renewed.renewed_id AND \(isFree)
      """, [])
  }

  /// The rows that `renew` did not update because another row has the key. They cannot be found by their
  /// address.
  package func stale() throws(Problem) -> [StaleAddressKey] {
    var stale: [StaleAddressKey] = []
    for column in Self.keyColumns where column.scope != nil && column.prefix.isEmpty {
      try forEachStaleKey(in: column) { (id, key, _) throws(Problem) in
        stale.append(StaleAddressKey(table: column.table, id: id, key: key))
      }
    }
    return stale
  }

  /// Reads a table in pages, because it may be larger than the memory.
  private func forEachStaleKey(
    in column: KeyColumn, _ body: (_ id: String, _ key: String, _ renewed: String) throws(Problem) -> Void
  ) throws(Problem) {
    var last = ("", "")
    let (id, key) = (column.id, column.key)
    while true {
      let page = try transaction.query(
        """
        SELECT \(id) AS id, \(key) AS address_key FROM \(column.table)
        WHERE (\(id), \(key)) > ($1, $2) AND \(column.mayBeStale) ORDER BY \(id), \(key) LIMIT 500
        """, [.text(last.0), .text(last.1), .text(Self.ascii)])
      for row in page {
        last = (try row.text("id"), try row.text("address_key"))
        guard last.1.hasPrefix(column.prefix) else { continue }
        let address = String(last.1.dropFirst(column.prefix.count))
        guard let renewed = EmailAddress.stored(address).map(column.key(of:)), renewed != last.1 else {
          continue
        }
        try body(last.0, last.1, renewed)
      }
      if page.count < 500 { return }
    }
  }
}
