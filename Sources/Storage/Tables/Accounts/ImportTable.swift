// SPDX-License-Identifier: Apache-2.0

import Domain

/// An imported row of a source, and its account.
package struct ImportedRow: Equatable, Sendable {
  /// The source's name.
  package var source: String
  /// The row's id in its source.
  package var externalID: String
  package var accountID: String
  /// A hash of the row's content, to detect changes.
  package var fingerprint: String

  package init(source: String, externalID: String, accountID: String, fingerprint: String) {
    self.source = source
    self.externalID = externalID
    self.accountID = accountID
    self.fingerprint = fingerprint
  }
}

/// The rows that were imported, so that a repeated import finds them.
package struct ImportTable {
  package let transaction: Transaction

  /// The imported row with an id of its source; nil if it has not been imported.
  package func find(source: String, externalID: String) throws(Problem) -> ImportedRow? {
    try transaction.query(
      "SELECT account_id, fingerprint FROM imports WHERE source = $1 AND external_id = $2",
      [.text(source), .text(externalID)]
    ).first.map { (row) throws(Problem) in
      ImportedRow(
        source: source, externalID: externalID, accountID: try row.text("account_id"),
        fingerprint: try row.text("fingerprint"))
    }
  }

  /// Stores an imported row, or replaces it.
  package func remember(_ row: ImportedRow) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO imports (source, external_id, account_id, fingerprint) VALUES ($1, $2, $3, $4)
      ON CONFLICT (source, external_id) DO UPDATE SET account_id = excluded.account_id,
        fingerprint = excluded.fingerprint
      """, [.text(row.source), .text(row.externalID), .text(row.accountID), .text(row.fingerprint)])
  }
}
