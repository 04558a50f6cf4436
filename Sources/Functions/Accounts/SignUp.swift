// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A person creates an account with email and password, in a role that the policy allows for sign-up.
package enum SignUp: Function {
  package static let name = "sign-up"
  package static let refusesWithCodeOfField = true
  package static let admissionChecksFields = true

  package struct Event {
    let email: EmailAddress
    let password: String
    let displayName: String?
    let username: String?
    /// Nil for the only role of `roles.signUp`.
    let role: String?
    let phone: String?
    let profile: JSON?
    let locale: String?
    let statement: StatedConsent
    let device: Device?
  }

  package typealias Output = SignedInOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      email: try data.email("email"), password: try data.text("password"),
      displayName: data.optionalText("displayName"), username: data.optionalText("username"),
      role: data.optionalText("role"),
      phone: data.optionalText("phone"), profile: data.json("profile"), locale: data.optionalText("locale"),
      statement: try data.statement(), device: try data.optionalDevice("device"))
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] {
    rules.brokenDisplayName(in: data, isNew: true) + rules.brokenUsername(in: data, isNew: true)
      + (try rules.brokenNewPassword("password", in: data))
      + rules.brokenSignUpRole(in: data) + rules.brokenPhone(in: data, isNew: true)
      + rules.brokenProfile(in: data, isInviter: false)
      + rules.brokenBirthDate(in: data)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let weakness = try AccountFieldRules(environment).brokenRules(ofPassword: event.password, at: "/password")
    let needsHash = weakness.isEmpty ? try needsHash(event.email, call, environment) : false
    let hash = needsHash ? try environment.authentication.passwordHasher.hash(event.password) : nil
    return try environment.decideAndSend(
      call,
      onRefusal: { (decision, problem) throws(Problem) in
        guard problem.code.countsAsSignUpAttempt, let address = call.clientNetwork else { return }
        try decision.limits.count(.signUp, of: address)
      }
    ) { (decision) throws(Problem) in
      if let address = call.clientNetwork { try decision.limits.require(.signUp, of: address) }
      let account = try decision.admission.admitted(
        event.applicant(as: try decision.entry(of: event), language: call.language),
        omission: call.terms.newAccounts.omission,
        device: event.device, further: weakness
      )
      guard let hash, try !decision.logins.isInUse(event.email) else {
        throw Problem(.emailAlreadyInUse, "the address has an account")
      }

      if let address = call.clientNetwork { try decision.limits.count(.signUp, of: address) }
      try decision.admission.storeAccount(account)
      try decision.tables.passwords.set(hash, of: account.id, email: event.email, at: decision.now)
      if let metadata = call.terms.newAccounts.metadata {
        try decision.tables.userMetadata.set(metadata, of: account.id, at: decision.now)
      }
      try decision.limits.count(Limits.ownVerification(of: account))
      let mail = try decision.outbox.queueCode(.verifyEmail, for: account, to: event.email, dispatch: .now)
      let session = try decision.sessions.beginSession(for: account, on: event.device)
      let output = Output(
        account: account.signedIn(at: decision.now), session: session,
        accountState: decision.policy.accountState(of: account, on: decision.now),
        invitations: try decision.invitations.waitingInvitations(for: account), waiting: nil)
      return (output, [mail])
    }
  }

  /// Whether to hash the password before the transaction. An event that will be refused needs no hash.
  private static func needsHash(
    _ email: EmailAddress, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Bool {
    try environment.read(call) { (decision) throws(Problem) in
      if let address = call.clientNetwork, try decision.limits.allowance(.signUp, of: address).left == 0 {
        return false
      }
      return try !decision.logins.isInUse(email)
    }
  }
}

extension SignUp.Event {
  /// The person as the rules of the policy see them.
  /// - Parameters:
  ///   - entry: nil for the role that the event names.
  ///   - language: of the event, for an event that names none.
  package func applicant(as entry: Applicant.Entry? = nil, language: LanguageTag) -> Applicant {
    Applicant(
      entry: entry ?? .signUp(role: role), method: .password, email: email, emailVerified: false,
      displayName: displayName,
      username: username, phone: phone, locale: locale ?? language.text, profile: profile, statement: statement)
  }
}

extension Decision {
  /// The role of a sign-up that names none: an invited person becomes an invitee, and another one gets the only role of
  /// `roles.signUp`, if there is only one.
  fileprivate func entry(of event: SignUp.Event) throws(Problem) -> Applicant.Entry {
    guard event.role == nil else { return .signUp(role: event.role) }
    let (entry, _) = try invitations.entry(nil, proven: nil, claimed: event.email)
    guard case .signUp = entry else { return entry }
    return .signUp(role: nil)
  }
}

extension Policy {
  /// The limit of a new account that an identity creates, if the policy counts those too. Invited people do not count.
  func signUpLimits(_ entry: Applicant.Entry, _ call: Call) -> [LimitedSubject] {
    guard limitsProviderSignUps, case .signUp = entry, let address = call.clientNetwork else { return [] }
    return [(.signUp, address)]
  }
}

extension Logins {
  /// Whether the address can sign in to an account: one that verified it, or one that has a password for it.
  func isInUse(_ email: EmailAddress) throws(Problem) -> Bool {
    try account(signingInAs: email) != nil
  }
}
