// SPDX-License-Identifier: Apache-2.0

/// What a way in knows of somebody who is new. A value that a token, a trigger or an import brings and that cannot be used
/// is left out of it by whoever makes it; whatever the person says is here as it was said.
public struct Applicant: Sendable {
  /// Who lets them have their role.
  public enum Entry: Sendable {
    /// The policy: `roles.signUp`. Nil where the event leaves it to the policy.
    case signUp(role: String?)
    /// The role of an invitation, or one that an operator gives.
    case given(role: String)
  }

  public var entry: Entry
  /// What they sign in with: a provider of the policy, or `password`.
  public var provider: String
  public var email: EmailAddress?
  public var emailVerified: Bool
  public var displayName: String?
  public var photoURL: String?
  /// As it was typed.
  public var phone: String?
  public var locale: String?
  /// The app's own fields, not yet held against their schemas.
  public var profile: JSON?
  public var statement: Statement
  /// Where in the event's data the role and the address stand, as JSON pointers.
  public var places: (role: String, email: String)

  public init(
    entry: Entry, provider: String, email: EmailAddress?, emailVerified: Bool, displayName: String? = nil,
    photoURL: String? = nil, phone: String? = nil, locale: String? = nil, profile: JSON? = nil,
    statement: Statement = Statement(), places: (role: String, email: String) = ("/role", "/email")
  ) {
    self.entry = entry
    self.provider = provider
    self.email = email
    self.emailVerified = emailVerified
    self.displayName = displayName
    self.photoURL = photoURL
    self.phone = phone
    self.locale = locale
    self.profile = profile
    self.statement = statement
    self.places = places
  }
}

/// What becomes of somebody who leaves out what the policy requires.
public enum Omission: Sendable {
  /// They are refused: the way in asks for everything at once.
  case refused
  /// They get an account that is not let further until it is complete.
  case allowed
}

extension Policy {
  /// The one admission: every rule of the policy about who may come in, held against somebody who is new.
  /// - Parameters:
  ///   - id: of the account that is made.
  ///   - further: rules that only some ways in have, such as who may accept an invitation; they come behind the address.
  /// - Returns: the account, not yet written.
  /// - Throws: the first rule that is broken, with a field for each that is.
  public func admit(
    _ applicant: Applicant, id: String, omission: Omission, further: [Problem.Field] = [], now: Timestamp
  ) throws(Problem) -> Account {
    let (role, wrongRole) = role(for: applicant)
    var account = Account(
      id: id, email: applicant.email, emailVerified: applicant.emailVerified,
      displayName: applicant.displayName ?? "", photoURL: applicant.photoURL, locale: applicant.locale, role: role,
      createdAt: now)
    let wrongPhone = profile.setPhone(applicant.phone, of: &account)
    let wrongProfile = profile.apply(applicant.profile, to: &account, isInviter: false)
    let wrongStatement = apply(
      applicant.statement, to: &account, ownAddresses: [applicant.email].compactMap { $0 }, on: now)
    let wrongAddress = wrongProvider(applicant) + wrongDomain(of: applicant.email, at: applicant.places.email)
    let wrong = wrongRole + wrongAddress + further + wrongPhone + wrongProfile + wrongStatement
    let omitted = omission == .refused ? missing(of: account, on: now).map { $0.field(of: account, self, on: now) } : []
    // A place that is wrong is not missing as well.
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
  /// - Parameter asked: nil where the event leaves it to the policy.
  /// - Returns: the role, or the rule that is broken.
  public func signUpRole(_ asked: String?, at pointer: String) -> (role: String, broken: [Problem.Field]) {
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

  /// The rule of `email.allowedDomains`; an address that is not there breaks it.
  public func wrongDomain(of address: EmailAddress?, at pointer: String) -> [Problem.Field] {
    guard address.map(email.allows) ?? (email.allowedDomains == nil) else {
      return [
        Problem.Field(
          pointer: pointer, code: .emailDomainNotAllowed, detail: "the policy does not allow addresses of that domain")
      ]
    }
    return []
  }

  /// Takes what somebody says of their age and agrees to into their account.
  /// - Parameter ownAddresses: the person's own, of which none is a guardian's.
  /// - Returns: the rules that it breaks.
  public func apply(
    _ statement: Statement, to account: inout Account, ownAddresses: [EmailAddress], on now: Timestamp
  ) -> [Problem.Field] {
    var broken = applyBirthDate(statement.birthDate, to: &account, on: now)
    if let version = statement.version, version != account.consent.version {
      if consent.version == nil || consent.version == version {
        account.consent.version = version
        account.consent.agreedAt = now
        // A guardian agrees to what the child agrees to, and was asked about that alone.
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
      return wrong(.eventInvalid, "should be the birthday of somebody who lives")
    }
    guard account.birthDate == nil else { return wrong(.eventInvalid, "is known already, and stays") }
    guard given.age(on: now) >= consent.minimumAge ?? 0 else {
      return wrong(.underageUser, "the policy asks for an age of \(consent.minimumAge ?? 0)")
    }
    account.birthDate = given
    return []
  }

  /// Whether an address is its guardian's, who has to agree or has: it cannot become the account's own.
  public func wrongOwnAddress(_ address: EmailAddress?, of account: Account, on now: Timestamp) -> [Problem.Field] {
    guard let address, let guardian = account.consent.guardianEmail, isMinor(account, on: now),
      address.isOfSamePerson(as: [guardian])
    else { return [] }
    return [
      Problem.Field(
        pointer: "/email", code: .parentalConsentRequired, detail: "is the address of the parent or guardian")
    ]
  }

  /// A guardian is asked where one has to agree; one who has been named before is known.
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
      return wrong("should be the address of a parent or guardian, and not the person's own")
    }
    // Whoever has not agreed to the terms yet is asked for that first.
    let agreed = statement.version ?? account.consent.version
    guard let agreed, consent.version == nil || consent.version == agreed else { return [] }
    guard account.consent.guardianEmail != nil else {
      return wrong("under \(consent.parentalUnder ?? 0), consent needs the guardianEmail of a parent or guardian")
    }
    account.consent.guardian = .pending
    account.consent.guardianAt = now
    return []
  }
}

extension Requirement {
  /// How a way in is refused that asks for everything at once.
  fileprivate func field(of account: Account, _ policy: Policy, on now: Timestamp) -> Problem.Field {
    switch self {
    case .displayName: return .missing("/displayName", .invalidDisplayName)
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
  /// Rules that are broken, in the order in which they count: the first one's code stands at the top, and each has its
  /// field.
  public static func broken(_ unsorted: [Field]) -> Problem {
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
  /// A value that the policy requires and that is not there.
  public static func missing(_ pointer: String, _ code: ErrorCode) -> Problem.Field {
    Problem.Field(pointer: pointer, code: code, detail: "is missing", variant: "missing")
  }

  /// The place of its rule in the order in which rules count: role, provider, address, proof of the address, name, phone,
  /// profile, age, consent, guardian.
  fileprivate var rank: Int {
    switch (code, pointer) {
    case (.invalidRole, _): 0
    case (.providerNotEnabled, _): 1
    case (.emailDomainNotAllowed, _): 2
    case (.invitationEmailMismatch, _): 3
    case (.invalidDisplayName, _): 5
    case (.invalidPhoneNumber, _): 6
    case (_, let pointer) where pointer.hasPrefix("/profile"): 7
    case (_, "/birthDate"): 8
    case (.consentRequired, _): 9
    case (.parentalConsentRequired, _): 10
    // What is wrong with a password is no rule about people, and is said behind those.
    default: 11
    }
  }
}
