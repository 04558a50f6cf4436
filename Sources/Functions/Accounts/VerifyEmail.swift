// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Sends a mail with a code, or verifies the address with the code. Opening the link of the mail does not use the code
/// up; only this function does.
package enum VerifyEmail: Function {
  package static let name = "verify-email"

  /// A request for a mail with a code, or the code with the person's decision.
  package enum Event {
    case request(EmailAddress)
    case decision(code: String, Choice)
  }

  /// The decision of the person who reads the mail.
  package enum Choice: String, Sendable {
    case confirm
    /// The person did not sign up, or does not want an account to have the address.
    case refuse
  }

  /// The result of a decision.
  package enum Outcome {
    /// The address is proven. The offer is what the account accepted before, and gets now.
    case confirmed(Account, AcceptedOffer?)
    case deleted(Account)
    /// The account keeps its address, and the new one is dropped.
    case dropped(Account, EmailAddress)
  }

  /// The result of a request or of a decision.
  package enum Output: FunctionOutput {
    case requested(MessageOutput)
    case account(AccountOutput, AcceptedOffer?)
    /// The id of the deleted account.
    case deleted(String)

    package var json: JSON {
      switch self {
      case .requested(let output): output.json
      case .account(let output, let accepted): output.json.merging(accepted?.json ?? [:])
      case .deleted(let accountID): ["deleted": .string(accountID)]
      }
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    if let code = data.optionalCode("code") { return .decision(code: code, try choice(in: data)) }
    guard !data.has("decision") else { throw .invalid("/decision", .eventInvalid, "requires a code") }
    return .request(try data.email("email"))
  }

  package static func choice(in data: Fields) throws(Problem) -> Choice {
    guard let text = data.optionalText("decision") else { return .confirm }
    guard let choice = Choice(rawValue: text) else {
      throw .bug("the schema accepted an unknown decision")
    }
    return choice
  }

  private static func output(_ account: Account, _ environment: Environment) -> AccountOutput {
    AccountOutput(account: account, accountState: environment.policy.accountState(of: account, on: environment.now))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    switch event {
    case .request(let email): try request(email, call, environment)
    case .decision(let code, let choice):
      try apply(code, choice, call, environment) { outcome in
        switch outcome {
        case .deleted(let account): .deleted(account.id)
        case .confirmed(let account, let accepted):
          .account(output(account, environment), accepted)
        case .dropped(let account, _):
          .account(output(account, environment), nil)
        }
      }
    }
  }

  /// Requests a mail. It is sent within the call only if a caller requests it for their own address. Otherwise the
  /// response time would reveal whether a mail is sent.
  private static func request(
    _ email: EmailAddress, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let wasOwn = call.caller?.email?.key == email.key
    return try environment.decideAndSend(call, canQueueMail: wasOwn) { (decision) throws(Problem) in
      // The account may have changed while the event waited.
      let own = wasOwn && decision.caller?.email?.key == email.key ? decision.caller : nil
      let limits = own.map(Limits.ownVerification) ?? Limits.verification(of: email) + call.mailRequests
      try decision.limits.require(limits)
      let known = if let own { own } else { try decision.tables.accounts.claimant(of: email) }
      let owner = own != nil ? known : try decision.tables.accounts.find(email: email) ?? known
      let account = known.flatMap { $0.emailVerified || $0.status != .active ? nil : $0 }

      try decision.limits.count(limits)
      let mail = try decision.outbox.queueCode(
        .verifyEmail, for: account, to: account?.email ?? email, dispatch: own != nil ? .now : .later
      )
      try decision.auditRequest(.emailVerificationRequested, about: owner)
      let message = try decision.messages.text(.verificationSent, ["email": email.text], call.language)
      return (.requested(MessageOutput(message: message)), own != nil && account != nil ? [mail] : [])
    }
  }

  /// Applies the decision of a person who has a code.
  /// - Parameter output: makes the result.
  package static func apply<Applied: FunctionOutput>(
    _ code: String, _ choice: Choice, _ call: Call, _ environment: Environment, output: (Outcome) -> Applied
  ) throws(Problem) -> Answer<Applied> {
    try Codes.decide(by: code, call, environment) { (decision) throws(Problem) in
      let (account, found) = try find(code, decision)
      switch choice {
      case .confirm: return output(try confirm(found, of: account, decision))
      case .refuse: return output(try refuse(found, of: account, decision))
      }
    }
  }

  /// Confirms the address of a code that a person has typed.
  static func confirmAddress(of code: SignInCode, _ decision: Decision) throws(Problem) -> Account {
    let (account, found) = try usable(try decision.codes.found(code))
    guard case .confirmed(let confirmed, _) = try confirm(found, of: account, decision) else {
      throw .bug("a confirmation has another outcome")
    }
    return confirmed
  }

  /// Confirms the address of a code, if nobody else has it and the policy allows it.
  private static func confirm(
    _ found: AccountCode, of account: Account, _ decision: Decision
  ) throws(Problem) -> Outcome {
    try requireFree(found, for: account, decision)
    guard found.purpose == .verifyEmail || decision.policy.email.allows(found.email) else {
      throw Problem(.emailDomainNotAllowed, "the policy does not allow addresses of that domain")
    }
    let wrong = decision.policy.wrongOwnAddress(found.email, of: account, on: decision.now)
    guard wrong.isEmpty else { throw Problem(.parentalConsentRequired, "the address now belongs to the guardian") }
    return try store(found, of: account, decision)
  }

  /// Stores that an address is the account's, and takes what has waited for that.
  private static func store(_ found: AccountCode, of known: Account, _ decision: Decision) throws(Problem) -> Outcome {
    var account: Account
    if found.purpose == .changeEmail {
      try decision.admission.endClaims(to: found.email, exceptOf: known.id)
      account = try decision.addresses.change(to: found.email, known)
      try decision.tables.accountCodes.removeAll(of: account.id, for: .verifyEmail)
      try decision.tables.accountCodes.removeAll(of: account.id, for: .resetPassword)
      try decision.tables.accountCodes.removeAll(of: account.id, for: .changeEmail)
      try decision.audit(.accountEmailChanged, account: account.id)
      try decision.outbox.notify(account, of: .emailChanged(to: found.email), by: decision.call)
    } else {
      account = try decision.addresses.confirmPrimary(found.email, of: known)
    }
    let taken = try decision.invitations.acceptWaitingOffers(for: &account)
    return .confirmed(account, taken)
  }

  /// Deletes an account that a stranger created with this address. If an account only wanted to change to this address,
  /// the account stays as it is.
  private static func refuse(_ found: AccountCode, of account: Account, _ decision: Decision) throws(Problem) -> Outcome
  {
    try decision.audit(.accountAddressRefused, account: account.id)
    guard found.purpose == .verifyEmail else {
      try decision.tables.accountCodes.removeAll(of: account.id, for: found.purpose)
      return .dropped(account, found.email)
    }
    try decision.audit(.accountDeleted, account: account.id)
    // The owner of the address decides here, not the person whom inviters have recorded.
    try decision.deletions.erase(account, records: .keep)
    return .deleted(account)
  }

  /// The account of a usable code, with the row of the code.
  package static func find(_ code: String, _ decision: Decision) throws(Problem) -> (
    account: Account, code: AccountCode
  ) {
    try usable(try decision.codes.account(ofCode: code, [.verifyEmail, .changeEmail]))
  }

  /// The account of a code that was found, with the row of the code.
  private static func usable(_ found: (account: Account, code: AccountCode)) throws(Problem) -> (
    account: Account, code: AccountCode
  ) {
    let (known, found) = found
    guard found.purpose == .changeEmail || known.email?.key == found.email.key else {
      throw Problem(.codeInvalid, "the account has another address now")
    }
    guard found.purpose == .changeEmail || !known.emailVerified else {
      throw Problem(.codeInvalid, "the address has already been verified in another way")
    }
    return (known, found)
  }

  /// - Throws: `auth/email-already-in-use` if another account has verified the address of the code. A change of address
  ///   takes over an address that the other account has in addition to its primary one.
  package static func requireFree(_ found: AccountCode, for account: Account, _ decision: Decision) throws(Problem) {
    guard let owner = try decision.tables.accounts.find(email: found.email), owner.id != account.id else { return }
    guard found.purpose == .changeEmail, owner.email?.key != found.email.key else {
      throw Problem(.emailAlreadyInUse, "another account has verified the address")
    }
  }
}
