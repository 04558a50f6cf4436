// SPDX-License-Identifier: Apache-2.0

import Domain

/// An identity that is linked to an account, with what its provider said at the last sign-in.
package struct LinkedIdentity: Equatable, Sendable {
  package var provider: String
  package var issuer: String
  package var subject: String
  package var email: EmailAddress?
  package var emailVerified: Bool
  package var displayName: String?
  package var photoURL: String?
  package var linkedAt: Timestamp
  /// When the person ended the connection at the provider; nil if they did not.
  package var endedAt: Timestamp?
  /// The subject by which Apple names the person after a transfer of the app to another team.
  package var transferSubject: String?

  /// An entry of `identities` in results.
  package var json: JSON {
    .object([
      "provider": JSON(provider), "subject": JSON(subject), "email": email.map { JSON($0.text) },
      "emailVerified": .bool(emailVerified), "linkedAt": JSON(linkedAt.rfc3339),
    ])
  }

  /// Whether the claims of a token differ from what the provider said before.
  package func differs(from identity: Identity) -> Bool {
    email?.text != identity.email?.text || emailVerified != identity.emailVerified
      || displayName != identity.displayName || photoURL != identity.photoURL || endedAt != nil
      || identity.transferSubject != nil && transferSubject != identity.transferSubject
  }
}

/// Identities at providers, and the accounts that they belong to.
package struct IdentityTable {
  package let transaction: Transaction

  /// An account with the identity that leads to it: by its subject, or by the one that Apple gives with a transfer.
  package func account(
    of identity: Identity
  ) throws(Problem) -> (account: Account, identity: LinkedIdentity)? {
    if let found = try linked(issuer: identity.issuer, subject: identity.subject) { return found }
    // Only Apple has transfers.
    return try identity.transferSubject.flatMap { (subject) throws(Problem) in try linked(transferSubject: subject) }
  }

  /// Reads the account by itself: new people have none, and SQLite prepares a join of all columns more slowly.
  private func linked(
    issuer: String, subject: String
  ) throws(Problem) -> (account: Account, identity: LinkedIdentity)? {
    let row = try transaction.query(
      "SELECT * FROM identities WHERE issuer = $1 AND subject = $2", [.text(issuer), .text(subject)]
    ).first
    guard row != nil || transaction.isPrefetching else { return nil }
    guard let account = try transaction.accounts.find(issuer: issuer, subject: subject), let row else { return nil }
    return (account, try identity(row))
  }

  private func linked(
    transferSubject: String
  ) throws(Problem) -> (account: Account, identity: LinkedIdentity)? {
    let row = try transaction.query(
      "SELECT issuer, subject FROM identities WHERE transfer_subject = $1", [.text(transferSubject)]
    ).first
    guard let row else { return nil }
    return try linked(issuer: try row.text("issuer"), subject: try row.text("subject"))
  }

  /// The account with an identity that Apple has transferred to a subject.
  package func account(transferSubject: String) throws(Problem) -> Account? {
    try linked(transferSubject: transferSubject)?.account
  }

  /// Stores the subject by which Apple names a person after a transfer.
  package func set(transferSubject: String, ofIssuer issuer: String, subject: String) throws(Problem) {
    try transaction.change(
      "UPDATE identities SET transfer_subject = $3 WHERE issuer = $1 AND subject = $2",
      [.text(issuer), .text(subject), .text(transferSubject)])
  }

  /// Links an identity to an account.
  package func insert(_ identity: Identity, of accountID: String, at now: Timestamp) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO identities (issuer, subject, provider, account_id, created_at, email, email_verified, display_name,
        photo_url, transfer_subject)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      """,
      [
        .text(identity.issuer), .text(identity.subject), .text(identity.provider), .text(accountID), .timestamp(now),
        .text(identity.email?.text), .flag(identity.emailVerified), .text(identity.displayName),
        .text(identity.photoURL), .text(identity.transferSubject),
      ])
  }

  /// Stores what a provider says about a person now. An identity that had ended is used again.
  package func update(_ identity: Identity) throws(Problem) {
    try transaction.change(
      """
      UPDATE identities SET email = $3, email_verified = $4, display_name = $5, photo_url = $6, ended_at = NULL,
        transfer_subject = COALESCE($7, transfer_subject)
      WHERE issuer = $1 AND subject = $2
      """,
      [
        .text(identity.issuer), .text(identity.subject), .text(identity.email?.text), .flag(identity.emailVerified),
        .text(identity.displayName), .text(identity.photoURL), .text(identity.transferSubject),
      ])
  }

  /// All identities of an account, oldest first.
  package func all(of accountID: String) throws(Problem) -> [LinkedIdentity] {
    try transaction.query(
      "SELECT * FROM identities WHERE account_id = $1", [.text(accountID)]
    ).map(identity)
      .sorted { ($0.linkedAt, $0.issuer, $0.subject) < ($1.linkedAt, $1.issuer, $1.subject) }
  }

  /// Whether an account has an identity of an issuer.
  package func hasIdentity(_ accountID: String, of issuer: String) throws(Problem) -> Bool {
    try !transaction.query(
      "SELECT subject FROM identities WHERE account_id = $1 AND issuer = $2 LIMIT 1", [.text(accountID), .text(issuer)]
    ).isEmpty
  }

  private func identity(_ row: Row) throws(Problem) -> LinkedIdentity {
    LinkedIdentity(
      provider: try row.text("provider"), issuer: try row.text("issuer"), subject: try row.text("subject"),
      email: try row.optionalText("email").flatMap(EmailAddress.stored), emailVerified: try row.flag("email_verified"),
      displayName: try row.optionalText("display_name"), photoURL: try row.optionalText("photo_url"),
      linkedAt: try row.timestamp("created_at"), endedAt: try row.optionalTimestamp("ended_at"),
      transferSubject: try row.optionalText("transfer_subject"))
  }
}
