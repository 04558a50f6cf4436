// SPDX-License-Identifier: Apache-2.0

import Domain

/// A code that a mail brings to an address, as stored: only the person who has the code can use it.
package struct AccountCode: Sendable {
  /// What a code is for, as in the column `purpose`.
  package enum Purpose: String, Sendable {
    case verifyEmail = "verify-email"
    case resetPassword = "reset-password"
    case changeEmail = "change-email"
    case guardian
    case restoreAccount = "restore-account"
    case signIn = "sign-in"
    /// An inviter sends an invitation again, because the invited person has asked for it.
    case resendInvitation = "resend-invitation"
    /// The owner of an account reports that an action was not theirs, and all sessions end.
    case notMe = "not-me"
  }

  /// The hash of the part that finds the row. The other part is compared in constant time.
  package var selector: String
  package var codeHash: String
  package var purpose: Purpose
  /// Nil for an address without an account. Such rows are written so that both cases take the same work; they never
  /// match.
  package var accountID: String?
  package var email: EmailAddress
  package var triesLeft: Int
  package var expiresAt: Timestamp
  /// The invitation that `resendInvitation` is about; nil for other purposes.
  package var invitationID: String?

  package init(
    selector: String, codeHash: String, purpose: Purpose, accountID: String?, email: EmailAddress, triesLeft: Int,
    expiresAt: Timestamp, invitationID: String? = nil
  ) {
    self.selector = selector
    self.codeHash = codeHash
    self.purpose = purpose
    self.accountID = accountID
    self.email = email
    self.triesLeft = triesLeft
    self.expiresAt = expiresAt
    self.invitationID = invitationID
  }
}

extension EmailAddress {
  /// The address of a code that has no account. It can belong to nobody (RFC 2606).
  package static let nobody = EmailAddress("nobody@deleted.invalid")!
}

/// Codes of mails about an account: verification, password reset, sign-in, restoration.
package struct AccountCodeTable {
  package let transaction: Transaction

  /// Stores a new code, in place of an earlier one with the same selector.
  package func insert(_ code: AccountCode) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO account_codes (selector, code_hash, purpose, account_id, email, tries_left, expires_at,
        invitation_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (selector) DO UPDATE SET code_hash = excluded.code_hash, purpose = excluded.purpose,
        account_id = excluded.account_id, email = excluded.email, tries_left = excluded.tries_left,
        expires_at = excluded.expires_at, invitation_id = excluded.invitation_id
      """,
      [
        .text(code.selector), .text(code.codeHash), .text(code.purpose.rawValue), .text(code.accountID),
        .text(code.email.text), .integer(code.triesLeft), .timestamp(code.expiresAt), .text(code.invitationID),
      ])
  }

  /// The code with a selector, also an expired one; nil if there is none.
  package func find(selector: String) throws(Problem) -> AccountCode? {
    try transaction.query("SELECT * FROM account_codes WHERE selector = $1", [.text(selector)]).first.map(code)
  }

  /// The newest code of an account for one purpose that has not expired; nil if there is none.
  package func newest(
    of accountID: String, for purpose: AccountCode.Purpose, at now: Timestamp
  ) throws(Problem) -> AccountCode? {
    try transaction.query(
      "SELECT * FROM account_codes WHERE account_id = $1 AND purpose = $2 AND expires_at > $3",
      [.text(accountID), .text(purpose.rawValue), .timestamp(now)]
    ).map(code).max { $0.expiresAt < $1.expiresAt }
  }

  private func code(_ row: Row) throws(Problem) -> AccountCode {
    guard let purpose = AccountCode.Purpose(rawValue: try row.text("purpose")),
      let email = EmailAddress.stored(try row.text("email"))
    else { throw .bug("a code has an invalid purpose or address") }
    return AccountCode(
      selector: try row.text("selector"), codeHash: try row.text("code_hash"), purpose: purpose,
      accountID: try row.optionalText("account_id"), email: email, triesLeft: try row.integer("tries_left"),
      expiresAt: try row.timestamp("expires_at"), invitationID: try row.optionalText("invitation_id"))
  }

  /// Decrements the number of tries that a code has left.
  package func countWrongTry(ofCode selector: String) throws(Problem) {
    try transaction.change(
      "UPDATE account_codes SET tries_left = tries_left - 1 WHERE selector = $1", [.text(selector)])
  }

  /// Deletes the code with a selector.
  package func remove(selector: String) throws(Problem) {
    try transaction.change("DELETE FROM account_codes WHERE selector = $1", [.text(selector)])
  }

  /// Deletes every code of an account for one purpose.
  package func removeAll(of accountID: String, for purpose: AccountCode.Purpose) throws(Problem) {
    try transaction.change(
      "DELETE FROM account_codes WHERE account_id = $1 AND purpose = $2", [.text(accountID), .text(purpose.rawValue)])
  }

  /// Deletes the codes that end when an account proves its address in another way, or gets a new password.
  package func removeAllOfAddress(of accountID: String) throws(Problem) {
    try transaction.change(
      """
      DELETE FROM account_codes
      WHERE account_id = $1 AND purpose IN ('verify-email', 'change-email', 'reset-password', 'sign-in')
      """, [.text(accountID)])
  }

  /// Deletes the codes of an account for one purpose that were mailed to an address.
  /// - Parameter end: codes that expire then or later are deleted too, for any address; nil for no such codes.
  package func removeAll(
    of accountID: String, for purpose: AccountCode.Purpose, mailedTo email: EmailAddress,
    orEndingSince end: Timestamp? = nil
  ) throws(Problem) {
    try transaction.change(
      "DELETE FROM account_codes WHERE account_id = $1 AND purpose = $2 AND (email = $3 OR expires_at >= $4)",
      [.text(accountID), .text(purpose.rawValue), .text(email.text), .timestamp(end)])
  }

  /// Deletes expired codes, at most `limit`.
  package func delete(before timestamp: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      DELETE FROM account_codes WHERE selector IN (
        SELECT selector FROM account_codes WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)
      RETURNING selector
      """, [.timestamp(timestamp), .integer(limit)]
    ).count
  }
}
