// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A mail with a code is asked for, or the code shows that somebody reads the address. Opening the link of the mail
/// does neither: only what is sent here uses the code up.
public enum VerifyEmail: Function {
  public static let name = "verify-email"

  public enum Event {
    case request(EmailAddress)
    case settlement(code: String, Decision)
  }

  /// What whoever reads the mail says.
  public enum Decision: String, Sendable {
    case confirm
    /// They did not sign up, or did not want the address to be an account's.
    case refuse
  }

  /// What came of it.
  enum Outcome {
    case confirmed(Account)
    case deleted(Account)
    /// The account keeps the address that it has; this one is not its.
    case dropped(Account, EmailAddress)
  }

  public enum Output: FunctionOutput {
    case requested(MessageOutput)
    case settled(AccountOutput)
    /// The account of that id.
    case deleted(String)

    public var json: JSON {
      switch self {
      case .requested(let output): output.json
      case .settled(let output): output.json
      case .deleted(let accountID): ["deleted": .string(accountID)]
      }
    }
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    if let code = data.optionalCode("code") { return .settlement(code: code, try decision(in: data)) }
    guard !data.has("decision") else { throw .invalid("/decision", .eventInvalid, "goes with a code") }
    return .request(try data.email("email"))
  }

  static func decision(in data: Fields) throws(Problem) -> Decision {
    guard let text = data.optionalText("decision") else { return .confirm }
    guard let decision = Decision(rawValue: text) else {
      throw .bug("the schema let a decision pass that is none")
    }
    return decision
  }

  public static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    switch event {
    case .request(let email): try request(email, call, environment)
    case .settlement(let code, let decision):
      try settle(code, decision, call, environment) { outcome in
        switch outcome {
        case .deleted(let account): .deleted(account.id)
        case .confirmed(let account), .dropped(let account, _):
          .settled(AccountOutput(account: account, standing: environment.standing(of: account)))
        }
      }
    }
  }

  /// The mail is sent within the call only for a caller who asks for their own address: for anybody else the time of
  /// the answer would tell whether there was anything to send.
  private static func request(
    _ email: EmailAddress, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let isOwn = call.caller?.email?.key == email.key
    return try environment.decideAndSend(call, mayMail: isOwn) { (rows) throws(Problem) in
      let own = isOwn ? call.caller : nil
      let limits = own.map(Environment.ownVerification) ?? Environment.verification(of: email)
      try environment.require(limits, rows)
      let known = if let own { own } else { try rows.passwordCredential(email: email)?.account }
      let owner = isOwn ? known : try rows.account(email: email) ?? known
      let account = known.flatMap { $0.emailVerified || $0.status != .active ? nil : $0 }

      try environment.count(limits, rows)
      let mail = try environment.queueCode(
        .verifyEmail, for: account, to: account?.email ?? email, isTaken: isOwn, call, rows)
      try environment.auditRequest(call, "email.verification-requested", about: owner, rows)
      let message = try environment.messages.text("verificationSent", ["email": email.text], call.language)
      return (.requested(MessageOutput(message: message)), isOwn && account != nil ? [mail] : [])
    }
  }

  /// Does what somebody says who has a code.
  /// - Parameter output: the result.
  static func settle<Settled: FunctionOutput>(
    _ code: String, _ decision: Decision, _ call: Call, _ environment: Environment, output: (Outcome) -> Settled
  ) throws(Problem) -> Answer<Settled> {
    try environment.decide(
      call,
      onRefusal: { (rows, problem) throws(Problem) in try environment.countWrongCode(problem, code, call, rows) }
    ) { (rows) throws(Problem) in
      try environment.requireGuessesLeft(call, account: nil, rows)
      let (account, found) = try find(code, environment, rows)
      switch decision {
      case .confirm:
        try requireFree(found, for: account, rows)
        guard found.purpose == .verifyEmail || environment.policy.email.allows(found.email) else {
          throw Problem(.emailDomainNotAllowed, "the policy does not allow addresses of that domain")
        }
        let wrong = environment.policy.wrongOwnAddress(found.email, of: account, on: environment.now)
        guard wrong.isEmpty else { throw Problem(.parentalConsentRequired, "the address is the guardian's by now") }
        return output(try confirm(found, of: account, call, environment, rows))
      case .refuse: return output(try refuse(found, of: account, call, environment, rows))
      }
    }
  }

  private static func confirm(
    _ found: AccountCode, of known: Account, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Outcome {
    var account = known
    account.email = found.email
    account.emailVerified = true
    try environment.claimEmail(of: account, call, rows)
    if found.purpose == .changeEmail {
      try rows.changeEmail(to: found.email, of: account.id, at: environment.now)
      try rows.removeCodes(of: account.id, for: .verifyEmail)
      try rows.removeCodes(of: account.id, for: .resetPassword)
    } else {
      try rows.markVerified(found.email, of: account.id, at: environment.now)
    }
    try rows.removeCodes(of: account.id, for: found.purpose)
    let action = found.purpose == .changeEmail ? "account.email-changed" : "account.email-verified"
    try environment.audit(call, action, account: account.id, rows)
    return .confirmed(account)
  }

  /// Nobody has to put up with an account that a stranger made with their address. One that only wanted to have it as
  /// its new one stays as it is.
  private static func refuse(
    _ found: AccountCode, of account: Account, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Outcome {
    try environment.audit(call, "account.address-refused", account: account.id, rows)
    guard found.purpose == .verifyEmail else {
      try rows.removeCodes(of: account.id, for: found.purpose)
      return .dropped(account, found.email)
    }
    try environment.audit(call, "account.deleted", account: account.id, rows)
    try rows.erase(account, at: environment.now)
    return .deleted(account)
  }

  /// The account that a code is for, with the row of the code, where it is still open.
  static func find(
    _ code: String, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> (account: Account, code: AccountCode) {
    let (known, found) = try environment.account(ofCode: code, [.verifyEmail, .changeEmail], rows)
    guard found.purpose == .changeEmail || known.email?.key == found.email.key else {
      throw Problem(.codeInvalid, "the account has another address by now")
    }
    guard found.purpose == .changeEmail || !known.emailVerified else {
      throw Problem(.codeInvalid, "the address has been verified in another way since")
    }
    return (known, found)
  }

  /// - Throws: `auth/email-already-in-use` where another account has verified the address of a code.
  static func requireFree(_ found: AccountCode, for account: Account, _ rows: Transaction) throws(Problem) {
    let owner = try rows.account(email: found.email)
    guard owner == nil || owner?.id == account.id else {
      throw Problem(.emailAlreadyInUse, "another account has verified the address since")
    }
  }
}

extension Environment {
  /// What a verification mail counts towards that somebody asks for who says nothing but an address.
  static func verification(of email: EmailAddress) -> [LimitedSubject] {
    [(.verifyEmail, email.key), (.verifyEmailPause, email.key)]
  }

  /// What a verification mail counts towards that an account asks for itself, and the one that a new account gets.
  /// Strangers cannot use it up, and it tells them nothing.
  static func ownVerification(of account: Account) -> [LimitedSubject] {
    [(.verifyEmail, "account\n\(account.id)"), (.verifyEmailPause, "account\n\(account.id)")]
  }

  /// What a mail counts towards that confirms another address of an account. Several addresses in a row are mistakes that
  /// are put right, so there is no pause between them, only between mails to one of them.
  static func emailChange(of account: Account, to email: EmailAddress) -> [LimitedSubject] {
    [
      (.verifyEmail, "change of\n\(account.id)"), (.verifyEmail, "change to\n\(email.key)"),
      (.verifyEmailPause, "change to\n\(email.key)"),
    ]
  }

  /// Writes down that somebody asked for a mail with a code. The account that the address belongs to stands there for the
  /// network address of whoever asked to be erased together with it; a caller's own row is theirs already.
  func auditRequest(_ call: Call, _ action: String, about account: Account?, _ rows: Transaction) throws(Problem) {
    try audit(call, action, account: call.caller == nil ? account?.id : nil, rows)
  }
}
