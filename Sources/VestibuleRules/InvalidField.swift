// SPDX-License-Identifier: Apache-2.0

/// One invalid field of an event's data.
package struct InvalidField: Equatable, Sendable {
  /// A rule for which the system needs a library: libidn2 or libunistring. Apple's systems have neither.
  package enum LibraryRule: Sendable { case domainMapping, caseFolding }

  /// The field's position, as a JSON pointer (RFC 6901).
  package var pointer: String
  package var code: ErrorCode
  package var detail: String
  /// The variant of the message of the code, such as `too-short` of `auth/weak-password`.
  package var variant: String?
  /// The values of the placeholders of the message.
  package var values: [String: String]
  /// The rule that the value breaks, if a library judges it; nil for all other rules.
  package var libraryRule: LibraryRule?

  package init(
    pointer: String, code: ErrorCode = .eventInvalid, detail: String, variant: String? = nil,
    values: [String: String] = [:], libraryRule: LibraryRule? = nil
  ) {
    self.pointer = pointer
    self.code = code
    self.detail = detail
    self.variant = variant
    self.values = values
    self.libraryRule = libraryRule
  }
}

extension InvalidField {
  /// A value that the policy requires and the event does not have.
  package static func missing(_ pointer: String, _ code: ErrorCode) -> InvalidField {
    InvalidField(pointer: pointer, code: code, detail: "is missing", variant: "missing")
  }

  /// All values of `rank`.
  package static let ranks = 0...12

  /// The order in which broken rules count: role, provider, address, proof of the address, name, user name, phone,
  /// profile, age, consent, guardian.
  package var rank: Int {
    switch (code, pointer) {
    case (.invalidRole, _): 0
    case (.providerNotEnabled, _): 1
    case (.emailDomainNotAllowed, _): 2
    case (.invitationEmailMismatch, _): 3
    case (.invalidDisplayName, _): 5
    case (_, "/username"): 6
    case (.invalidPhoneNumber, _): 7
    case (_, let pointer) where pointer.hasPrefix("/profile"): 8
    case (_, "/birthDate"): 9
    case (.consentRequired, _): 10
    case (.parentalConsentRequired, _): 11
    // Rules about a password come last: they are not rules about people.
    default: 12
    }
  }
}
