// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// A person who can be imported: every value is one that an account may have.
struct Person {
  /// What the row is remembered by.
  var externalID: String
  var email: EmailAddress?
  var emailVerified: Bool
  var identities: [Identity]
  /// One that passwords can be held against.
  var passwordHash: String?
  /// Whether they had a password that is of no use here.
  var isPasswordLost: Bool
  var displayName: String?
  var phone: String?
  var photoURL: String?
  var locale: String?
  /// Nil for what the policy reads for accounts without one.
  var role: String?
  var isDisabled: Bool
  var createdAt: Timestamp?
  /// What of the row was not taken.
  var notes: [Reason]

  /// Whether there is nothing to sign in with but a password that has to be reset by mail.
  var needsReset: Bool {
    email != nil && !emailVerified && passwordHash == nil && (isPasswordLost || identities.isEmpty)
  }

  /// Of what the row says, made once all of it is here: this takes longer than anything else about a row.
  var fingerprint = Fingerprint(text: "")

  /// What has no part of its own in the fingerprint.
  var otherContent: String {
    JSON.array([
      email.map { .string($0.text) } ?? .null, .bool(emailVerified), role.map(JSON.string) ?? .null,
      .bool(isPasswordLost), .array(identities.map { [.string($0.issuer), .string($0.subject)] }),
    ]).text
  }
}
