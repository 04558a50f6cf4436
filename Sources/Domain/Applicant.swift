// SPDX-License-Identifier: Apache-2.0

/// A new person, as a sign-up, an invitation, a trigger or an import describes them. The caller omits unusable values
/// of a token, trigger or import; values that the person typed are unchanged.
package struct Applicant: Sendable {
  /// Who gives the person their role.
  package enum Entry: Sendable {
    /// The policy (`roles.signUp`). Nil if the event names no role.
    case signUp(role: String?)
    /// An invitation or an operator.
    case given(role: String)
  }

  package var entry: Entry
  /// A provider of the policy, or `password`.
  package var provider: String
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
  package var statement: Statement
  /// JSON pointers to the role and the address in the event's data.
  package var places: (role: String, email: String)

  package init(
    entry: Entry, provider: String, email: EmailAddress?, emailVerified: Bool, displayName: String? = nil,
    username: String? = nil, photoURL: String? = nil, phone: String? = nil, locale: String? = nil, profile: JSON? = nil,
    statement: Statement = Statement(), places: (role: String, email: String) = ("/role", "/email")
  ) {
    self.entry = entry
    self.provider = provider
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

/// What happens if a value is missing that the policy requires.
package enum Omission: Sendable {
  /// The person is refused.
  case refused
  /// The person gets an account that is restricted until it is complete.
  case allowed
}

extension Policy {
  /// Applies every rule of the policy about who may have an account.
  /// - Parameters:
  ///   - id: of the new account.
  ///   - further: broken rules of the caller, such as who may accept an invitation.
  /// - Returns: the account, which is not stored yet.
  /// - Throws: the code of the first broken rule, with a field for each broken rule.
  package func admit(
    _ applicant: Applicant, id: String, omission: Omission, further: [Problem.Field] = [], now: Timestamp
  ) throws(Problem) -> Account {
    let (role, wrongRole) = role(for: applicant)
    var account = Account(
      id: id, email: applicant.email, emailVerified: applicant.emailVerified,
      displayName: applicant.displayName ?? "", photoURL: applicant.photoURL, locale: applicant.locale, role: role,
      createdAt: now)
    let wrongUsername = profile.setUsername(applicant.username, of: &account)
    let wrongPhone = profile.setPhone(applicant.phone, of: &account)
    let wrongProfile = profile.apply(applicant.profile, to: &account, isInviter: false)
    let wrongStatement = apply(
      applicant.statement, to: &account, ownAddresses: [applicant.email].compactMap { $0 }, on: now)
    let wrongAddress = wrongProvider(applicant) + wrongDomain(of: applicant.email, at: applicant.places.email)
    let wrong = wrongRole + wrongAddress + further + wrongUsername + wrongPhone + wrongProfile + wrongStatement
    let omitted = omission == .refused ? missing(of: account, on: now).map { $0.field(of: account, self, on: now) } : []
    // A wrong value is not reported as missing too.
    let broken = wrong + omitted.filter { field in !wrong.contains { $0.pointer == field.pointer } }
    guard broken.isEmpty else { throw .broken(broken) }
    return account
  }

  private func role(for applicant: Applicant) -> (role: String, broken: [Problem.Field]) {
    switch applicant.entry {
    case .given(let role): (role, [])
    case .signUp(let asked): signUpRole(asked, at: applicant.places.role)
    }
  }

  /// The rule of `roles.signUp`.
  /// - Parameter asked: nil if the event names no role.
  /// - Returns: the role, or the rule that is broken.
  package func signUpRole(_ asked: String?, at pointer: String) -> (role: String, broken: [Problem.Field]) {
    if asked == nil, roles.signUp.count == 1 { return (roles.signUp[0], []) }
    if let asked, roles.signUp.contains(asked) { return (asked, []) }
    let detail =
      roles.signUp.isEmpty
      ? "nobody can sign up without an invitation" : "should be one of: \(roles.signUp.joined(separator: ", "))"
    return ("", [Problem.Field(pointer: pointer, code: .invalidRole, detail: detail)])
  }

  private func wrongProvider(_ applicant: Applicant) -> [Problem.Field] {
    guard applicant.provider == "password", password == nil else { return [] }
    return [Problem.Field(pointer: "/password", code: .providerNotEnabled, detail: "the policy has no passwords")]
  }

  /// The rule of `email.allowedDomains`. A missing address breaks it.
  package func wrongDomain(of address: EmailAddress?, at pointer: String) -> [Problem.Field] {
    guard address.map(email.allows) ?? (email.allowedDomains == nil) else {
      return [
        Problem.Field(
          pointer: pointer, code: .emailDomainNotAllowed, detail: "the policy does not allow addresses of that domain")
      ]
    }
    return []
  }

  /// Applies a statement of age and consent to an account.
  /// - Parameter ownAddresses: the person's own addresses, which cannot be a guardian's.
  /// - Returns: the broken rules.
  package func apply(
    _ statement: Statement, to account: inout Account, ownAddresses: [EmailAddress], on now: Timestamp
  ) -> [Problem.Field] {
    var broken = applyBirthDate(statement.birthDate, to: &account, on: now)
    if let version = statement.version, version != account.consent.version {
      if consent.version == nil || consent.version == version {
        account.consent.version = version
        account.consent.agreedAt = now
        // A guardian agrees to one version of the terms.
        if [.pending, .agreed].contains(account.consent.guardian) { account.consent.guardian = .none }
      } else {
        broken.append(
          Problem.Field(
            pointer: "/consent/version", code: .consentRequired, detail: "should be \"\(consent.version ?? "")\""))
      }
    }
    broken += applyGuardian(statement, to: &account, ownAddresses: ownAddresses, on: now)
    return broken
  }

  private func applyBirthDate(_ given: BirthDate?, to account: inout Account, on now: Timestamp) -> [Problem.Field] {
    func wrong(_ code: ErrorCode, _ detail: String) -> [Problem.Field] {
      [Problem.Field(pointer: "/birthDate", code: code, detail: detail)]
    }
    guard let given, given != account.birthDate else { return [] }
    guard given.isPlausible(on: now) else {
      return wrong(.eventInvalid, "should be the birth date of a living person")
    }
    guard account.birthDate == nil else { return wrong(.eventInvalid, "is already set and cannot be changed") }
    guard given.age(on: now) >= consent.minimumAge ?? 0 else {
      return wrong(.underageUser, "the policy requires a minimum age of \(consent.minimumAge ?? 0)")
    }
    account.birthDate = given
    return []
  }

  /// Refuses the address of an account's guardian as the account's own address.
  package func wrongOwnAddress(_ address: EmailAddress?, of account: Account, on now: Timestamp) -> [Problem.Field] {
    guard let address, let guardian = account.consent.guardianEmail, isMinor(account, on: now),
      address.isOfSamePerson(as: [guardian])
    else { return [] }
    return [
      Problem.Field(
        pointer: "/email", code: .parentalConsentRequired, detail: "is the address of the parent or guardian")
    ]
  }

  /// Asks a guardian if the policy requires one. A guardian who was named before need not be named again.
  private func applyGuardian(
    _ statement: Statement, to account: inout Account, ownAddresses: [EmailAddress], on now: Timestamp
  ) -> [Problem.Field] {
    func wrong(_ detail: String) -> [Problem.Field] {
      [Problem.Field(pointer: "/consent/guardianEmail", code: .parentalConsentRequired, detail: detail)]
    }
    guard consent.parentalUnder != nil, !statement.isEmpty else { return [] }
    if let guardian = statement.guardianEmail, guardian.key != account.consent.guardianEmail?.key {
      account.consent.guardianEmail = guardian
      if [.pending, .agreed].contains(account.consent.guardian) { account.consent.guardian = .none }
    }
    guard isMinor(account, on: now), ![.pending, .agreed].contains(account.consent.guardian) else { return [] }
    if let guardian = account.consent.guardianEmail, guardian.isOfSamePerson(as: ownAddresses) {
      return wrong("should be the address of a parent or guardian, not the person's own address")
    }
    // The person agrees to the terms before a guardian is asked.
    let agreed = statement.version ?? account.consent.version
    guard let agreed, consent.version == nil || consent.version == agreed else { return [] }
    guard account.consent.guardianEmail != nil else {
      return wrong("under \(consent.parentalUnder ?? 0), the guardianEmail of a parent or guardian is required")
    }
    account.consent.guardian = .pending
    account.consent.guardianAt = now
    return []
  }
}

extension Requirement {
  /// The field that reports this requirement as missing.
  fileprivate func field(of account: Account, _ policy: Policy, on now: Timestamp) -> Problem.Field {
    switch self {
    case .displayName: return .missing("/displayName", .invalidDisplayName)
    case .username: return .missing("/username", .eventInvalid)
    case .phone: return .missing("/phone", .invalidPhoneNumber)
    case .birthDate: return .missing("/birthDate", .eventInvalid)
    case .consent where policy.consent.version == nil || account.consent.version == policy.consent.version:
      return .missing("/consent/guardianEmail", .parentalConsentRequired)
    case .consent: return .missing("/consent/version", .consentRequired)
    case .profileField(let name): return .missing("/profile/\(name)", .eventInvalid)
    }
  }
}

extension Problem {
  /// Broken rules, sorted by rank. The first one gives the problem its code.
  package static func broken(_ unsorted: [Field]) -> Problem {
    let fields = unsorted.sorted { $0.rank < $1.rank }
    var problem = invalid(fields)
    guard let first = fields.first else { return problem }
    problem.code = first.code
    problem.variant = first.variant
    problem.values = first.values
    return problem
  }
}

extension Problem.Field {
  /// A value that the policy requires and the event does not have.
  package static func missing(_ pointer: String, _ code: ErrorCode) -> Problem.Field {
    Problem.Field(pointer: pointer, code: code, detail: "is missing", variant: "missing")
  }

  /// The order in which broken rules count: role, provider, address, proof of the address, name, user name, phone,
  /// profile, age, consent, guardian.
  fileprivate var rank: Int {
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
