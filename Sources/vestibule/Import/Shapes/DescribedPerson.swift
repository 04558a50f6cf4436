// SPDX-License-Identifier: Apache-2.0

import Domain

/// A person as a row describes them, before validation.
struct DescribedPerson {
  enum Password: Equatable {
    case none
    case hash(String)
    /// `passwordHash` and `salt` of Firebase, in base64. They need the project's parameters.
    case firebase(String, salt: String)
    /// There is a password, but its hash cannot be used.
    case unusable
  }

  /// The row's own id.
  var externalID: String?
  var email: String?
  var emailVerified = false
  /// Whether the row says something else than yes or no about that.
  var isVerificationUnclear = false
  var appleSubject: String?
  var googleSubject: String?
  /// Whether the person also uses a provider that is not supported here.
  var hasOtherProvider = false
  var password = Password.none
  /// The names that others see: the first usable one counts.
  var displayNames: [String?] = []
  /// It also serves as the name that others see, if the row has none.
  var userName: String?
  var phone: String?
  var photoURL: String?
  var locale: String?
  var role: String?
  /// Further roles. The first role that the policy or a `--role` knows is the person's.
  var otherRoles: [String] = []
  /// Whether the person has set the role themselves.
  var isRoleSelfAssigned = false
  var isDisabled = false
  var createdAt: String?
  /// Values of columns that have the name of one of the policy's profile fields, by that name.
  var profile: [(name: String, value: JSON)] = []
  /// Why the row is not a person who can sign in.
  var absence: Reason?
}
