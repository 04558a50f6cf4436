// SPDX-License-Identifier: Apache-2.0

extension AccountRules {
  /// Applies every rule about who may have an account.
  /// - Parameter further: broken rules of the caller, such as who may accept an invitation.
  /// - Returns: the role and the data of the account, and the broken rules, sorted by rank.
  package func admission(
    of applicant: Applicant, omission: Omission, further: [InvalidField] = [], now: Timestamp
  ) -> (role: String, data: AccountData, broken: [InvalidField]) {
    let (role, wrongRole) = role(for: applicant)
    var account = AccountData(displayName: applicant.displayName ?? "")
    let wrongName = PersonName.broken(applicant.displayName, at: "/displayName")
    let wrongUsername = profile.setUsername(applicant.username, of: &account)
    let wrongPhone = profile.setPhone(applicant.phone, of: &account)
    let wrongProfile = profile.apply(applicant.profile, to: &account, isInviter: false)
    let wrongStatement = apply(
      applicant.statement, to: &account, ownAddresses: [applicant.email].compactMap { $0 }, on: now)
    let wrongAddress = wrongProvider(applicant) + wrongDomain(of: applicant.email, at: applicant.places.email)
    let wrong =
      wrongRole + wrongAddress + further + wrongName + wrongUsername + wrongPhone + wrongProfile + wrongStatement
    let omitted = omission == .refused ? missing(of: account, on: now).map { $0.field(of: account, self) } : []
    // A wrong value is not reported as missing too.
    let broken = wrong + omitted.filter { field in !wrong.contains { $0.pointer == field.pointer } }
    return (role, account, InvalidField.ranks.flatMap { rank in broken.filter { $0.rank == rank } })
  }

  private func role(for applicant: Applicant) -> (role: String, broken: [InvalidField]) {
    switch applicant.entry {
    case .given(let role): (role, [])
    case .signUp(let asked): signUpRole(asked, at: applicant.places.role)
    }
  }

  /// The rule of `roles.signUp`.
  /// - Parameter asked: nil if the event names no role.
  /// - Returns: the role, or the rule that is broken.
  package func signUpRole(_ asked: String?, at pointer: String) -> (role: String, broken: [InvalidField]) {
    if asked == nil, roles.signUp.count == 1 { return (roles.signUp[0], []) }
    if let asked, roles.signUp.contains(asked) { return (asked, []) }
    let detail =
      roles.signUp.isEmpty
      ? "nobody can sign up without an invitation" : "should be one of: \(roles.signUp.joined(separator: ", "))"
    // Asked to select a role, a person whom somebody has to invite would be at a loss.
    let variant = roles.signUp.isEmpty || asked == roles.invitee ? "by-invitation" : nil
    return ("", [InvalidField(pointer: pointer, code: .invalidRole, detail: detail, variant: variant)])
  }

  private func wrongProvider(_ applicant: Applicant) -> [InvalidField] {
    guard applicant.method == .password, password == nil else { return [] }
    return [InvalidField(pointer: "/password", code: .providerNotEnabled, detail: "the policy has no passwords")]
  }

  /// The rule of `email.allowedDomains`. A missing address breaks it.
  package func wrongDomain(of address: EmailAddress?, at pointer: String) -> [InvalidField] {
    guard address.map(email.allows) ?? (email.allowedDomains == nil) else {
      return [
        InvalidField(
          pointer: pointer, code: .emailDomainNotAllowed, detail: "the policy does not allow addresses of that domain")
      ]
    }
    return []
  }

  /// Applies a statement of age and consent to an account.
  /// - Parameter ownAddresses: the person's own addresses, which cannot be a guardian's.
  /// - Returns: the broken rules.
  package func apply(
    _ statement: StatedConsent, to account: inout AccountData, ownAddresses: [EmailAddress], on now: Timestamp
  ) -> [InvalidField] {
    var broken = applyBirthDate(statement.birthDate, to: &account, on: now)
    let isUnderage = broken.contains { $0.code == .underageUser }
    if let version = statement.version, version != account.consent.version {
      let wrong = wrongVersion(version)
      broken += wrong
      if wrong.isEmpty {
        account.consent.version = version
        account.consent.agreedAt = now
        // A guardian agrees to one version of the terms.
        if [.pending, .agreed].contains(account.consent.guardian) { account.consent.guardian = .none }
      }
    }
    // The guardian of a person who may not have an account is not asked.
    if !isUnderage { broken += applyGuardian(statement, to: &account, ownAddresses: ownAddresses, on: now) }
    return broken
  }

  /// The rule that consent is to the terms of the policy. `apply` passes over a version that the account has agreed to
  /// before.
  package func wrongVersion(_ version: String?) -> [InvalidField] {
    guard let version, let current = consent.version, version != current else { return [] }
    return [InvalidField(pointer: "/consent/version", code: .consentRequired, detail: "should be \"\(current)\"")]
  }

  private func applyBirthDate(_ given: BirthDate?, to account: inout AccountData, on now: Timestamp) -> [InvalidField] {
    func wrong(_ code: ErrorCode, _ detail: String, variant: String? = nil) -> [InvalidField] {
      [InvalidField(pointer: "/birthDate", code: code, detail: detail, variant: variant)]
    }
    guard let given, given != account.birthDate else { return [] }
    guard given.isPlausible(on: now) else {
      return wrong(.eventInvalid, "should be the birth date of a living person", variant: "birth-date")
    }
    guard account.birthDate == nil else {
      return wrong(.eventInvalid, "is already set and cannot be changed", variant: "fixed")
    }
    guard given.age(on: now) >= consent.minimumAge ?? 0 else {
      return wrong(.underageUser, "the policy requires a minimum age of \(consent.minimumAge ?? 0)")
    }
    account.birthDate = given
    return []
  }

  /// Refuses the address of an account's guardian as the account's own address.
  package func wrongOwnAddress(_ address: EmailAddress?, of account: AccountData, on now: Timestamp) -> [InvalidField] {
    guard let address, let guardian = account.consent.guardianEmail, isMinor(account, on: now),
      address.isOfSamePerson(as: [guardian])
    else { return [] }
    return [
      InvalidField(
        pointer: "/email", code: .parentalConsentRequired, detail: "is the address of the parent or guardian")
    ]
  }

  /// Asks a guardian if the policy requires one. A guardian who was named before need not be named again.
  private func applyGuardian(
    _ statement: StatedConsent, to account: inout AccountData, ownAddresses: [EmailAddress], on now: Timestamp
  ) -> [InvalidField] {
    func wrong(_ detail: String) -> [InvalidField] {
      [InvalidField(pointer: "/consent/guardianEmail", code: .parentalConsentRequired, detail: detail)]
    }
    guard consent.parentalUnder != nil, !statement.isEmpty else { return [] }
    if let guardian = statement.guardianEmail, !guardian.isSameMailbox(as: account.consent.guardianEmail) {
      account.consent.guardianEmail = guardian
      if [.pending, .agreed].contains(account.consent.guardian) { account.consent.guardian = .none }
    }
    guard isMinor(account, on: now), ![.pending, .agreed].contains(account.consent.guardian) else { return [] }
    if let guardian = account.consent.guardianEmail, guardian.isOfSamePerson(as: ownAddresses) {
      return wrong("should be the address of a parent or guardian, not the person's own address")
    }
    let agreed = statement.version ?? account.consent.version
    guard account.consent.guardianEmail != nil else {
      // A person who does not agree to the terms yet names the guardian later.
      if agreed == nil { return [] }
      return wrong("under \(consent.parentalUnder ?? 0), the guardianEmail of a parent or guardian is required")
    }
    // The person agrees to the terms, if there are any, before a guardian is asked.
    guard consent.version == nil || consent.version == agreed else { return [] }
    account.consent.guardian = .pending
    account.consent.guardianAt = now
    return []
  }
}
