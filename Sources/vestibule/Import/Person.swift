// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// A person to import, with validated values.
struct Person {
  /// The id by which the row is recognised.
  var externalID: String
  /// The row's own id; nil if it is recognised by another value.
  var ownID: String?
  var email: EmailAddress?
  var emailVerified: Bool
  var identities: [Identity]
  /// A hash that can be verified.
  var passwordHash: String?
  /// Whether the person had a password that cannot be used here.
  var isPasswordLost: Bool
  var displayName: String?
  /// As `Username` normalises it.
  var username: String?
  var phone: String?
  var photoURL: String?
  var locale: String?
  /// Nil for the policy's role of accounts without one.
  var role: String?
  var isDisabled: Bool
  var createdAt: Timestamp?
  /// The policy's profile fields.
  var profile: JSON = [:]
  /// The values of the row that were not imported.
  var notes: [Reason]

  /// Whether the only way to sign in is a password that has to be reset by mail.
  var needsReset: Bool {
    email != nil && !emailVerified && passwordHash == nil && (isPasswordLost || identities.isEmpty)
  }

  /// Computed when all values are known, because it is the most expensive step of a row.
  var fingerprint = Fingerprint(text: "")

  /// The values without a separate hash in the fingerprint.
  var otherContent: String {
    JSON.array([
      email.map { .string($0.text) } ?? .null, .bool(emailVerified), role.map(JSON.string) ?? .null,
      .bool(isPasswordLost), .array(identities.map { [.string($0.issuer), .string($0.subject)] }),
    ]).text
  }
}
