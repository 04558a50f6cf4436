// SPDX-License-Identifier: Apache-2.0

/// What a person has agreed to, and the decision of their parent or guardian.
package struct Consent: Equatable, Sendable {
  /// The state of a guardian's consent.
  package enum Guardian: String, Sendable {
    case none, pending, agreed, refused, withdrawn

    /// Whether the guardian refused or withdrew consent, which closes the account.
    package var isAgainst: Bool { self == .refused || self == .withdrawn }
  }

  /// The version of the terms; nil if the person has agreed to none.
  package var version: String?
  package var agreedAt: Timestamp?
  package var guardian: Guardian
  /// The guardian who was named last, whether or not their consent was required.
  package var guardianEmail: EmailAddress?
  /// When the guardian was asked or decided.
  package var guardianAt: Timestamp?

  package init(
    version: String? = nil, agreedAt: Timestamp? = nil, guardian: Guardian = .none, guardianEmail: EmailAddress? = nil,
    guardianAt: Timestamp? = nil
  ) {
    self.version = version
    self.agreedAt = agreedAt
    self.guardian = guardian
    self.guardianEmail = guardianEmail
    self.guardianAt = guardianAt
  }
}

/// The age and the consent that a person states in one event.
package struct StatedConsent: Equatable, Sendable {
  package var birthDate: BirthDate?
  /// The version of the terms that the person agrees to; nil if the event names none.
  package var version: String?
  package var guardianEmail: EmailAddress?

  package init(birthDate: BirthDate? = nil, version: String? = nil, guardianEmail: EmailAddress? = nil) {
    self.birthDate = birthDate
    self.version = version
    self.guardianEmail = guardianEmail
  }

  /// Whether the event states nothing about age and consent.
  package var isEmpty: Bool { birthDate == nil && version == nil && guardianEmail == nil }
}
