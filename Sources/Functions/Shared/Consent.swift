import Domain
import Storage

/// What somebody who makes an account agrees to, and how old they are.
struct GivenConsent {
  let version: String?
  let guardianEmail: EmailAddress?
  let birthDate: String?

  /// - Parameter email: the person's own; nobody is their own guardian.
  /// - Throws: `auth/underage-user`, `auth/parental-consent-required`, `auth/consent-required`, or `event/invalid` for
  ///   a birth date that the policy needs.
  func require(_ rules: Policy.ConsentRules, for email: EmailAddress?, on now: Timestamp) throws(Problem) {
    if rules.minimumAge != nil || rules.parentalUnder != nil {
      guard let age = age(on: now) else { throw .invalid("/birthDate", .eventInvalid, "is missing") }
      guard age >= rules.minimumAge ?? 0 else {
        throw Problem(.underageUser, "the policy asks for an age of \(rules.minimumAge ?? 0)")
      }
      guard age >= rules.parentalUnder ?? 0 || guardianEmail != nil && guardianEmail?.key != email?.key else {
        throw Problem(
          .parentalConsentRequired, "under \(rules.parentalUnder ?? 0), consent needs the guardianEmail of a guardian")
      }
    }
    guard rules.version == nil || rules.version == version else {
      throw Problem(.consentRequired, "consent.version should be \"\(rules.version ?? "")\"")
    }
  }

  /// Full years in UTC; nil without a birth date, or with one that is yet to come.
  private func age(on now: Timestamp) -> Int? {
    guard let birth = birthDate.flatMap({ Timestamp(rfc3339: $0 + "T00:00:00Z") }), birth <= now else { return nil }
    let (born, today) = (birth.calendarDate, now.calendarDate)
    let hadBirthday = (today.month, today.day) >= (born.month, born.day)
    return today.year - born.year - (hadBirthday ? 0 : 1)
  }
}

extension Environment {
  /// Keeps what was agreed to, and tells a guardian who was named.
  func record(_ consent: GivenConsent, of account: Account, _ rows: Transaction) throws(Problem) {
    guard let version = consent.version ?? (consent.birthDate == nil ? nil : "") else { return }
    try rows.insertConsent(
      version: version, birthDate: consent.birthDate, guardianEmail: consent.guardianEmail, of: account.id, at: now)
    guard policy.consent.parentalUnder != nil, let guardian = consent.guardianEmail else { return }
    try count(.verifyEmail, of: guardian.key, rows)
    let values: JSON = .object([
      "account": .object([
        "displayName": account.displayName.isEmpty ? nil : JSON(account.displayName),
        "email": account.email.map { JSON($0.text) },
      ]), "when": JSON(now.rfc3339),
    ])
    _ = try queue(
      .guardianNotice, of: account.id, to: guardian.text, locale: account.locale, values, expiresAt: now + .days(7),
      isTaken: false, rows)
  }
}

extension Fields {
  func givenConsent() throws(Problem) -> GivenConsent {
    let consent = optionalFields("consent")
    return GivenConsent(
      version: consent?.optionalText("version"), guardianEmail: consent?.optionalEmail("guardianEmail"),
      birthDate: optionalText("birthDate"))
  }
}
