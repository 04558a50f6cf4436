// SPDX-License-Identifier: Apache-2.0

import Domain

/// A challenge as stored: it is answered with a second factor, or with a passkey alone.
package struct Challenge: Equatable, Sendable {
  /// What a challenge is for, as in the column `purpose`.
  package enum Purpose: String, Sendable {
    /// A sign-in waits for a second factor.
    case factor
    /// A passkey signs in, or confirms who a signed-in person is.
    case passkey
    /// A new passkey begins an account for an invited person.
    case newPasskey
    /// A mailed code makes an account, with the data of the request for it.
    case newAccount
  }

  /// The keyed hash that finds the row.
  package var selector: String
  package var purpose: Purpose
  /// The account that must answer it; nil if any may.
  package var accountID: String?
  /// The function that began it.
  package var function: String
  /// What the function does when the challenge is answered, encrypted; nil if it does nothing.
  package var sealedEvent: String?
  package var triesLeft: Int
  package var createdAt: Timestamp
  package var expiresAt: Timestamp

  package init(
    selector: String, purpose: Purpose, accountID: String?, function: String, sealedEvent: String?, triesLeft: Int,
    createdAt: Timestamp, expiresAt: Timestamp
  ) {
    self.selector = selector
    self.purpose = purpose
    self.accountID = accountID
    self.function = function
    self.sealedEvent = sealedEvent
    self.triesLeft = triesLeft
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

/// Challenges of second factors and passkeys.
package struct ChallengeTable {
  package let transaction: Transaction

  /// Stores a new challenge.
  package func insert(_ challenge: Challenge) throws(Problem) {
    try transaction.change(
      """
      INSERT INTO challenges (selector, purpose, account_id, function, sealed_event, tries_left, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      [
        .text(challenge.selector), .text(challenge.purpose.rawValue), .text(challenge.accountID),
        .text(challenge.function), .text(challenge.sealedEvent), .integer(challenge.triesLeft),
        .timestamp(challenge.createdAt), .timestamp(challenge.expiresAt),
      ])
  }

  /// The challenge with a selector, also an expired one; nil if there is none.
  package func find(selector: String) throws(Problem) -> Challenge? {
    guard let row = try transaction.query("SELECT * FROM challenges WHERE selector = $1", [.text(selector)]).first
    else {
      return nil
    }
    guard let purpose = Challenge.Purpose(rawValue: try row.text("purpose")) else {
      throw .bug("a challenge has an unknown purpose")
    }
    return Challenge(
      selector: selector, purpose: purpose, accountID: try row.optionalText("account_id"),
      function: try row.text("function"), sealedEvent: try row.optionalText("sealed_event"),
      triesLeft: try row.integer("tries_left"), createdAt: try row.timestamp("created_at"),
      expiresAt: try row.timestamp("expires_at"))
  }

  /// Decrements the number of tries that a challenge has left.
  package func countWrongTry(ofChallenge selector: String) throws(Problem) {
    try transaction.change("UPDATE challenges SET tries_left = tries_left - 1 WHERE selector = $1", [.text(selector)])
  }

  /// Removes a challenge, which is answered once.
  package func remove(_ selector: String) throws(Problem) {
    try transaction.change("DELETE FROM challenges WHERE selector = $1", [.text(selector)])
  }

  /// Removes the challenges of an account, so that no sign-in that has begun can go on.
  package func removeAll(of accountID: String) throws(Problem) {
    try transaction.change("DELETE FROM challenges WHERE account_id = $1", [.text(accountID)])
  }

  /// Deletes expired challenges, at most `limit`.
  package func delete(before timestamp: Timestamp, limit: Int) throws(Problem) -> Int {
    try transaction.changeReturning(
      """
      DELETE FROM challenges WHERE selector IN (
        SELECT selector FROM challenges WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)
      RETURNING selector
      """, [.timestamp(timestamp), .integer(limit)]
    ).count
  }
}
