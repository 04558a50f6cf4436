import Domain
import Identity
import Storage

/// A mail with a code is asked for, or the code shows that somebody reads the address. Opening the link of the mail
/// does neither: only what is sent here uses the code up.
public enum VerifyEmail: Function {
  public static let name = "verify-email"

  public enum Event {
    case request(EmailAddress)
    case confirmation(code: String)
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    if let code = data.optionalCode("code") { return .confirmation(code: code) }
    return .request(try data.email("email"))
  }

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    switch event {
    case .request(let email): try request(email, call, environment)
    case .confirmation(let code): try confirm(code, call, environment)
    }
  }

  /// The mail is sent within the call only for a caller who asks for their own address: for anybody else the time of
  /// the answer would tell whether there was anything to send.
  private static func request(
    _ email: EmailAddress, _ call: Call, _ environment: Environment
  ) throws(Problem) -> JSON {
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
      return (["message": .string(message)], isOwn && account != nil ? [mail] : [])
    }
  }

  private static func confirm(_ code: String, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    try environment.decide(
      call,
      onRefusal: { (rows, problem) throws(Problem) in try environment.countWrongCode(problem, code, call, rows) }
    ) { (rows) throws(Problem) in
      try environment.requireGuessesLeft(call, account: nil, rows)
      let (known, found) = try find(code, environment, rows)
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
      return JSON.object(["account": account.json]).merging(environment.standing(of: account).json)
    }.answer
  }

  /// The account that a code is for, with the row of the code, where it can be used.
  static func find(
    _ code: String, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> (account: Account, code: AccountCode) {
    let (known, found) = try environment.account(ofCode: code, [.verifyEmail, .changeEmail], rows)
    let owner = try rows.account(email: found.email)
    guard owner == nil || owner?.id == known.id else {
      throw Problem(.emailAlreadyInUse, "another account has verified the address since")
    }
    guard found.purpose == .changeEmail || known.email?.key == found.email.key else {
      throw Problem(.codeInvalid, "the account has another address by now")
    }
    return (known, found)
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
