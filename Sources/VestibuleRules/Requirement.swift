// SPDX-License-Identifier: Apache-2.0

/// A value that the policy requires of an account, in the order of `missing`.
package enum Requirement: Equatable, Sendable {
  case role, displayName, username, phone, birthDate, consent, inviters
  case profileField(String)

  package var name: String {
    switch self {
    case .role: "role"
    case .displayName: "displayName"
    case .username: "username"
    case .phone: "phone"
    case .birthDate: "birthDate"
    case .consent: "consent"
    case .inviters: "inviters"
    case .profileField(let name): "profile/\(name)"
    }
  }
}

extension AccountRules {
  /// The requirements of the policy that the account does not meet.
  package func missing(of account: AccountData, on now: Timestamp) -> [Requirement] {
    var missing: [Requirement] = []
    if account.asksRole { missing.append(.role) }
    if profile.displayName == .required, account.displayName.isEmpty { missing.append(.displayName) }
    if profile.username == .required, account.username == nil { missing.append(.username) }
    if profile.phone == .required, account.phone == nil { missing.append(.phone) }
    if consent.asksForAge, account.birthDate == nil { missing.append(.birthDate) }
    if isConsentMissing(of: account, on: now) { missing.append(.consent) }
    if account.asksInviters { missing.append(.inviters) }
    let fields = profile.requiredFields.filter { account.profile[$0] == nil }
    return missing + fields.map(Requirement.profileField)
  }

  private func isConsentMissing(of account: AccountData, on now: Timestamp) -> Bool {
    if let version = consent.version, account.consent.version != version { return true }
    return isMinor(account, on: now) && ![.pending, .agreed].contains(account.consent.guardian)
  }

  /// Whether somebody is so young that a guardian has to agree.
  package func isMinor(bornOn birthDate: BirthDate, on now: Timestamp) -> Bool {
    consent.parentalUnder.map { birthDate.age(on: now) < $0 } ?? false
  }

  /// Whether a person is asked for a guardian. Who is too young for the app is refused without one.
  package func asksForGuardian(bornOn birthDate: BirthDate, on now: Timestamp) -> Bool {
    isMinor(bornOn: birthDate, on: now) && birthDate.age(on: now) >= consent.minimumAge ?? 0
  }

  /// Whether the account's owner is so young that a guardian has to agree.
  package func isMinor(_ account: AccountData, on now: Timestamp) -> Bool {
    account.birthDate.map { isMinor(bornOn: $0, on: now) } ?? false
  }
}

extension Requirement {
  /// The field that reports this requirement as missing.
  func field(of account: AccountData, _ rules: AccountRules) -> InvalidField {
    switch self {
    case .role: return .missing("/role", .invalidRole)
    case .inviters: return .missing("/keepInviters", .eventInvalid)
    case .displayName: return .missing("/displayName", .invalidDisplayName)
    case .username: return .missing("/username", .eventInvalid)
    case .phone: return .missing("/phone", .invalidPhoneNumber)
    case .birthDate: return .missing("/birthDate", .eventInvalid)
    case .consent where rules.consent.version == nil || account.consent.version == rules.consent.version:
      return .missing("/consent/guardianEmail", .parentalConsentRequired)
    case .consent: return .missing("/consent/version", .consentRequired)
    case .profileField(let name): return .missing("/profile/\(name)", .eventInvalid)
    }
  }
}
