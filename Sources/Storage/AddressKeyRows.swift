// SPDX-License-Identifier: Apache-2.0

import Domain

/// A row that is kept under an address in another spelling than the one that addresses are looked up by.
public struct StaleAddressKey: Sendable {
  public var table: String
  public var id: String
  public var key: String
}

extension Transaction {
  /// A column with keys of addresses.
  private struct KeyColumn {
    var table: String
    var id = "id"
    var key = "email_key"
    /// In what each key is there once: nil where it may be there more often, empty for the whole table, or a column.
    var scope: String?
    /// What stands before the address.
    var prefix = ""
  }

  private static let keyColumns = [
    KeyColumn(table: "accounts", scope: ""), KeyColumn(table: "passwords", id: "account_id", scope: ""),
    KeyColumn(table: "clients", scope: "inviter_id"), KeyColumn(table: "invitations"),
    KeyColumn(table: "suppressions", id: "address_key", key: "address_key", scope: ""),
    KeyColumn(table: "imports", id: "account_id", key: "external_id", scope: "source", prefix: "email/"),
    KeyColumn(table: "outbox", key: "recipient_key"),
  ]

  private static let ascii = String(String.UnicodeScalarView((0x20...0x7E).compactMap(Unicode.Scalar.init)))

  /// Brings keys that an earlier release wrote to the form that they have now, their domains in ASCII. One that another
  /// row has already stays as it was: nothing says that both are the same person.
  func renewAddressKeys() throws(Problem) {
    for column in Self.keyColumns {
      let isFree =
        column.scope.map { scope in
          let isSame = scope.isEmpty ? "" : " AND other.\(scope) = \(column.table).\(scope)"
          return " AND NOT EXISTS (SELECT 1 FROM \(column.table) AS other WHERE other.\(column.key) = $3\(isSame))"
        } ?? ""
      try forEachStaleKey(in: column) { (id, key, renewed) throws(Problem) in
        try change(
          "UPDATE \(column.table) SET \(column.key) = $3 WHERE \(column.id) = $1 AND \(column.key) = $2\(isFree)",
          [.text(id), .text(key), .text(renewed)])
      }
    }
  }

  /// The rows that `renewAddressKeys` left as they were, for another row has their key: nobody finds them by their
  /// address any more.
  public func staleAddressKeys() throws(Problem) -> [StaleAddressKey] {
    var stale: [StaleAddressKey] = []
    for column in Self.keyColumns where column.scope != nil && column.prefix.isEmpty {
      try forEachStaleKey(in: column) { (id, key, _) throws(Problem) in
        stale.append(StaleAddressKey(table: column.table, id: id, key: key))
      }
    }
    return stale
  }

  /// Goes through a table in pages: it may be larger than the memory.
  private func forEachStaleKey(
    in column: KeyColumn, _ body: (_ id: String, _ key: String, _ renewed: String) throws(Problem) -> Void
  ) throws(Problem) {
    var last = ("", "")
    let (id, key) = (column.id, column.key)
    while true {
      // Only what is beyond ASCII can be spelled in two ways: something is left where ASCII is taken off.
      let page = try query(
        """
        SELECT \(id) AS id, \(key) AS address_key FROM \(column.table)
        WHERE (\(id), \(key)) > ($1, $2) AND LTRIM(\(key), $3) <> '' ORDER BY \(id), \(key) LIMIT 500
        """, [.text(last.0), .text(last.1), .text(Self.ascii)])
      for row in page {
        last = (try row.text("id"), try row.text("address_key"))
        guard last.1.hasPrefix(column.prefix) else { continue }
        let address = String(last.1.dropFirst(column.prefix.count))
        guard let renewed = EmailAddress.stored(address).map({ column.prefix + $0.key }), renewed != last.1 else {
          continue
        }
        try body(last.0, last.1, renewed)
      }
      if page.count < 500 { return }
    }
  }
}
