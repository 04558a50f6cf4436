// SPDX-License-Identifier: Apache-2.0

/// The data of an account that the rules judge.
package struct AccountData: Sendable {
  package var displayName: String
  /// As `Username` normalises it.
  package var username: String?
  package var phone: String?
  package var profile: JSON
  package var birthDate: BirthDate?
  package var consent: Consent
  /// Whether the role is asked anew, after the first proof of the address.
  package var asksRole = false
  /// Whether inviters wait for the person's answer.
  package var asksInviters = false

  package init(
    displayName: String, username: String? = nil, phone: String? = nil, profile: JSON = [:],
    birthDate: BirthDate? = nil, consent: Consent = Consent()
  ) {
    self.displayName = displayName
    self.username = username
    self.phone = phone
    self.profile = profile
    self.birthDate = birthDate
    self.consent = consent
  }
}
