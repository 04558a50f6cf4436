// SPDX-License-Identifier: Apache-2.0

import Domain

/// A person as a row describes them, before any rule is held against it.
struct DescribedPerson {
  enum Password: Equatable {
    case none
    case hash(String)
    /// There is one, but not in a form that it could be used in.
    case unusable
  }

  var externalID: String?
  var email: String?
  var emailVerified = false
  var appleSubject: String?
  var googleSubject: String?
  /// Whether they sign in with somebody else, too, whom nobody can sign in with here.
  var hasOtherProvider = false
  var password = Password.none
  var displayName: String?
  var userName: String?
  var phone: String?
  var photoURL: String?
  var locale: String?
  var role: String?
  /// Whether nobody but the person says so.
  var isRoleSelfAssigned = false
  var isDisabled = false
  var createdAt: String?
  /// Why this is nobody who could sign in.
  var absence: Reason?
}
