// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension AccountCode.Purpose {
  /// The lifetime of a code.
  package var lifetime: Duration {
    switch self {
    case .verifyEmail, .changeEmail: .hours(24)
    case .resetPassword: .hours(1)
    case .signIn: .minutes(10)
    case .notMe: .days(7)
    // As long as the account: a guardian may withdraw consent years later.
    case .guardian, .restoreAccount: .days(36_500)
    case .resendInvitation: .days(30)
    }
  }

  /// The mail that contains the code; nil if another kind of mail contains it.
  fileprivate var mail: MailKind<CodeMail>? {
    switch self {
    case .verifyEmail: .verifyEmail
    case .changeEmail: .confirmEmailChange
    case .resetPassword: .resetPassword
    case .guardian: .guardianRequest
    case .signIn: .signInCode
    case .restoreAccount, .resendInvitation, .notMe: nil
    }
  }
}

extension Outbox {
  /// Makes a code and queues the mail that contains it.
  /// - Parameters:
  ///   - account: the account of the code. With nil the same rows are written, but nothing is sent.
  ///   - email: the recipient. For an account's own address, pass the spelling of the account, not the one that was
  ///     typed: two spellings with the same key may be two mailboxes.
  ///   - typed: the address that the person typed and types again with the code; nil for `email`.
  ///   - makesAccount: whether the code makes an account of an address that has none.
  @discardableResult
  func queueCode(
    _ purpose: AccountCode.Purpose, for account: Account?, to email: EmailAddress, typedAs typed: EmailAddress? = nil,
    dispatch: Dispatch = .later, makesAccount: Bool = false
  ) throws(Problem) -> OutboxMessage {
    guard let mail = purpose.mail else { throw .bug("this code has no mail of its own") }
    let code = try insertCode(purpose, for: account, to: email, typedAs: typed, makesAccount: makesAccount)
    let lifetime = purpose.lifetime.secondsRoundedUp
    let values = CodeMail(
      code: code.text, account: account.map(MailedAccount.init) ?? .nobody, address: email.text, hours: lifetime / 3600,
      minutes: lifetime / 60, when: account?.createdAt ?? decision.now, timeZone: account?.timeZone, path: code.path)
    return try queue(
      mail, of: account?.id, to: email.text, locale: account?.locale ?? decision.call.language.text, values,
      expiresAt: min(code.expiresAt, decision.now + .days(30)),
      dispatch: account == nil && !makesAccount ? .decoy : dispatch)
  }

  /// Makes a code that restores an account, and queues the mail about its deletion.
  func queueDeletion(
    of account: Account, at deletesAt: Timestamp, to email: EmailAddress, dispatch: Dispatch
  ) throws(Problem) -> OutboxMessage {
    let code = try insertCode(.restoreAccount, for: account, to: email)
    let values = AccountMail(
      MailedAccount(account), when: decision.now, timeZone: account.timeZone, code: code.text,
      PlannedDeletion(at: deletesAt))
    return try queue(
      .accountDeletion, of: account.id, to: email.text, locale: account.locale ?? decision.call.language.text, values,
      expiresAt: min(code.expiresAt, decision.now + .days(30)), dispatch: dispatch)
  }

  /// Makes a code that sends an invitation again, and queues the mail that asks the inviter for that.
  /// - Parameter details: nil if nobody is asked. The same rows are written then, but nothing is sent.
  func queueRequestMail(about details: InvitationDetails?, to inviter: Account?) throws(Problem) {
    let email = inviter?.email ?? .nobody
    let code = try insertCode(.resendInvitation, for: inviter, to: email, about: details)
    try queue(
      .invitationRequested, about: details?.invitation.id, of: inviter?.id, to: email.text,
      locale: inviter?.locale ?? decision.call.language.text,
      RequestedMail(details.map(clientMail) ?? .ofNobody, code: code.text),
      expiresAt: min(code.expiresAt, decision.now + .days(30)), dispatch: inviter == nil ? .decoy : .later)
  }

  /// Makes a code and stores it.
  /// - Parameters: as of `queueCode`.
  ///   - details: the invitation that the code is about, if any.
  private func insertCode(
    _ purpose: AccountCode.Purpose, for account: Account?, to email: EmailAddress, typedAs typed: EmailAddress? = nil,
    about details: InvitationDetails? = nil, makesAccount: Bool = false
  ) throws(Problem) -> (text: String, expiresAt: Timestamp, path: String?) {
    let code: String
    let expiresAt = min(decision.now + purpose.lifetime, account?.deletesAt ?? decision.now + purpose.lifetime)
    let hashes: (selector: String, code: String)
    let link = decision.call.terms.link(purpose)
    var path: String?
    if purpose == .signIn || link != nil {
      let signInCode = decision.codes.newSignInCode(for: typed ?? email, purpose, of: account)
      code = signInCode.text
      if purpose == .signIn {
        try decision.codes.storeTerms(decision.call.terms.newAccounts, until: expiresAt, with: signInCode)
      }
      path = try link?.path(signInCode, decision)
      let place = try decision.codes.placeOfNewCode(of: signInCode, for: account)
      hashes = (try decision.keyedHash(place), try decision.keyedHash(signInCode.content))
    } else {
      code = decision.random(20).base32
      hashes = (Codes.selector(of: code), hashed(code))
    }
    try decision.tables.accountCodes.insert(
      AccountCode(
        selector: hashes.selector, codeHash: hashes.code, purpose: purpose, accountID: account?.id,
        email: account == nil && !makesAccount ? .nobody : email, triesLeft: Codes.attemptsPerCode,
        expiresAt: expiresAt, invitationID: details?.invitation.id))
    return (code, expiresAt, path)
  }

  /// Queues a mail that informs the owner of an account. Only a verified address gets it. A mail about the account's
  /// security has a code, with which the owner ends all sessions.
  /// - Parameter email: an address for which the same row is written if nobody gets the mail.
  func queueNotice<Details>(
    _ mail: MailKind<AccountMail<Details>>, to account: Account?, _ details: Details,
    decoyFor email: EmailAddress? = nil
  ) throws(Problem) {
    let verified = account.flatMap { $0.emailVerified ? $0.email : nil }
    guard let recipient = verified ?? email else { return }
    let code =
      mail.kind.isSecurityNotice
      ? try insertCode(.notMe, for: verified == nil ? nil : account, to: recipient).text : nil
    let values = AccountMail(
      account.map(MailedAccount.init) ?? .nobody, when: decision.now, timeZone: account?.timeZone, code: code, details)
    try queue(
      mail, of: account?.id, to: recipient.text, locale: account?.locale, values, expiresAt: decision.now + .days(7),
      dispatch: verified == nil ? .decoy : .later)
  }
}

extension Account {
  /// The account in the variables of pages.
  package var person: JSON { MailedAccount(self).json }
}

extension Limits {
  /// The limits of a verification mail that is requested only with an address.
  static func verification(of email: EmailAddress) -> [LimitedSubject] {
    [(.verifyEmail, email.mailboxKey), (.verifyEmailPause, email.mailboxKey)]
  }

  /// The limits of a verification mail that an account requests itself, and of the mail to a new account. Strangers
  /// cannot exhaust them, and they reveal nothing to strangers.
  static func ownVerification(of account: Account) -> [LimitedSubject] {
    [(.verifyEmail, "account\n\(account.id)"), (.verifyEmailPause, "account\n\(account.id)")]
  }

  /// The limits of a mail that confirms a new address of an account. Several addresses in a row are corrected mistakes,
  /// so the pause is per address, not per account.
  static func emailChange(of account: Account, to email: EmailAddress) -> [LimitedSubject] {
    [
      (.verifyEmail, "change of\n\(account.id)"), (.verifyEmail, "change to\n\(email.mailboxKey)"),
      (.verifyEmailPause, "change to\n\(email.mailboxKey)"),
    ]
  }
}
