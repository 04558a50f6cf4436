// SPDX-License-Identifier: Apache-2.0

import Domain

extension AccountTable {
  /// The last consent of a person: version, guardian and timestamp; nil if there is none.
  package func consent(of accountID: String) throws(Problem) -> JSON? {
    try transaction.query(
      "SELECT * FROM consents WHERE account_id = $1 ORDER BY given_at DESC LIMIT 1", [.text(accountID)]
    ).first.map { (row) throws(Problem) in
      .object([
        "version": JSON(try row.text("version")),
        "guardianEmail": try row.optionalText("guardian_email").map(JSON.string),
        "givenAt": JSON(try row.timestamp("given_at").rfc3339),
      ])
    }
  }

  /// Whether a person has ever agreed to a version of the terms.
  package func hasAgreed(_ accountID: String, to version: String) throws(Problem) -> Bool {
    try !transaction.query(
      "SELECT 1 AS one FROM consents WHERE account_id = $1 AND version = $2 LIMIT 1",
      [.text(accountID), .text(version)]
    ).isEmpty
  }

  /// Adds a consent to the account's history.
  package func insertConsent(
    version: String, birthDate: String?, guardianEmail: EmailAddress?, of accountID: String, at now: Timestamp
  ) throws(Problem) {
    try transaction.change(
      "INSERT INTO consents (account_id, version, birth_date, guardian_email, given_at) VALUES ($1, $2, $3, $4, $5)",
      [.text(accountID), .text(version), .text(birthDate), .text(guardianEmail?.text), .timestamp(now)])
  }
}
