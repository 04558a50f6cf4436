// SPDX-License-Identifier: Apache-2.0

/// A new person, as a sign-up, an invitation, a trigger or an import describes them. The caller omits unusable values
/// of a token, trigger or import; values that the person typed are unchanged.
package struct Applicant: Sendable {
  /// What gives the person their role.
  package enum Entry: Sendable {
    /// The policy (`roles.signUp`). Nil if the event names no role.
    case signUp(role: String?)
    /// An invitation or an operator.
    case given(role: String)
  }

  package var entry: Entry
  /// How the person proves who they are; nil if an operator does it.
  package var method: SignInMethod?
  package var email: EmailAddress?
  package var emailVerified: Bool
  package var displayName: String?
  /// As typed.
  package var username: String?
  package var photoURL: String?
  /// As typed.
  package var phone: String?
  package var locale: String?
  /// The app's own fields, not yet validated.
  package var profile: JSON?
  package var statement: StatedConsent
  /// JSON pointers to the role and the address in the event's data.
  package var places: (role: String, email: String)

  package init(
    entry: Entry, method: SignInMethod?, email: EmailAddress?, emailVerified: Bool, displayName: String? = nil,
    username: String? = nil, photoURL: String? = nil, phone: String? = nil, locale: String? = nil, profile: JSON? = nil,
    statement: StatedConsent = StatedConsent(), places: (role: String, email: String) = ("/role", "/email")
  ) {
    self.entry = entry
    self.method = method
    self.email = email
    self.emailVerified = emailVerified
    self.displayName = displayName
    self.username = username
    self.photoURL = photoURL
    self.phone = phone
    self.locale = locale
    self.profile = profile
    self.statement = statement
    self.places = places
  }
}

/// What happens if a value that the policy requires is missing.
package enum Omission: Sendable {
  /// The person is refused.
  case refused
  /// The person gets an account that is restricted until it is complete.
  case allowed
}
