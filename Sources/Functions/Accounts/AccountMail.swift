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

  /// The mail that brings the code; nil if several do.
  fileprivate var mail: OutboxMessage.Kind? {
    switch self {
    case .verifyEmail: .verifyEmail
    case .changeEmail: .confirmEmailChange
    case .resetPassword: .resetPassword
    case .guardian: .guardianRequest
    case .signIn: .signInCode
    case .restoreAccount: .accountDeletion
    case .resendInvitation: .invitationRequested
    case .notMe: nil
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
  ///   - offer: the invitation that the code is about, if any.
  ///   - makesAccount: whether the code makes an account of an address that has none.
  func queueCode(
    _ purpose: AccountCode.Purpose, for account: Account?, to email: EmailAddress, typedAs typed: EmailAddress? = nil,
    about offer: InvitationDetails? = nil, isLeased: Bool, makesAccount: Bool = false
  ) throws(Problem) -> OutboxMessage {
    guard let mail = purpose.mail else { throw .bug("no mail brings this code") }
    let (code, expiresAt, path) = try insertCode(
      purpose, for: account, to: email, typedAs: typed, about: offer, makesAccount: makesAccount)
    let hours = purpose.lifetime.secondsRoundedUp / 3600
    let values: JSON = .object([
      "code": JSON(code), "account": account?.person ?? [:], "newEmail": JSON(email.text),
      "hours": JSON(hours), "isOneHour": .bool(hours == 1), "minutes": JSON(purpose.lifetime.secondsRoundedUp / 60),
      "when": JSON((purpose == .restoreAccount ? decision.now : account?.createdAt ?? decision.now).rfc3339),
      "deletesAt": account?.deletesAt.map { JSON($0.rfc3339) }, "path": path,
      "timeZone": account?.timeZone.map(JSON.string),
    ])
    return try queue(
      mail, about: offer?.invitation.id, of: account?.id, to: email.text,
      locale: account?.locale ?? decision.call.language.text,
      values.merging(offer.map(noticeValues) ?? [:]),
      expiresAt: min(expiresAt, decision.now + .days(30)), isLeased: isLeased, isDecoy: account == nil && !makesAccount
    )
  }

  /// Makes a code and stores it.
  /// - Parameters: as of `queueCode`.
  private func insertCode(
    _ purpose: AccountCode.Purpose, for account: Account?, to email: EmailAddress, typedAs typed: EmailAddress? = nil,
    about offer: InvitationDetails? = nil, makesAccount: Bool = false
  ) throws(Problem) -> (code: String, expiresAt: Timestamp, path: JSON?) {
    let code: String
    let hashes: (selector: String, code: String)
    let link = purpose == .notMe ? nil : decision.call.supabase?.link(purpose)
    if purpose == .signIn || link != nil {
      let signInCode = decision.codes.newSignInCode(for: typed ?? email, purpose)
      code = signInCode.text
      hashes = (try decision.keyedHash(signInCode.place), try decision.keyedHash(signInCode.content))
    } else {
      code = decision.environment.random(20).base32
      hashes = (Codes.selector(of: code), hashed(code))
    }
    let expiresAt = min(decision.now + purpose.lifetime, account?.deletesAt ?? decision.now + purpose.lifetime)
    try decision.transaction.accountCodes.insert(
      AccountCode(
        selector: hashes.selector, codeHash: hashes.code, purpose: purpose, accountID: account?.id,
        email: account == nil && !makesAccount ? .nobody : email, triesLeft: Codes.attemptsPerCode,
        expiresAt: expiresAt, invitationID: offer?.invitation.id))
    let path = try link.map { (link) throws(Problem) in
      JSON.string(try link.path(SupabaseCode(email: typed ?? email, text: code, purpose: purpose), decision))
    }
    return (code, expiresAt, path)
  }

  /// Queues a mail that informs the owner of an account. Only a verified address gets it. A mail about the account's
  /// security has a code, with which the owner ends all sessions.
  /// - Parameter email: an address for which the same row is written if nobody gets the mail.
  func queueNotice(
    _ kind: OutboxMessage.Kind, to account: Account?, _ values: JSON, decoyFor email: EmailAddress? = nil
  ) throws(Problem) {
    let verified = account.flatMap { $0.emailVerified ? $0.email : nil }
    guard let recipient = verified ?? email else { return }
    var all = values.merging(
      .object([
        "account": account?.person ?? [:], "when": .string(decision.now.rfc3339),
        "timeZone": account?.timeZone.map(JSON.string),
      ]))
    if kind.isSecurityNotice {
      let code = try insertCode(.notMe, for: verified == nil ? nil : account, to: recipient).code
      all = all.merging(["code": .string(code)])
    }
    _ = try queue(
      kind, of: account?.id, to: recipient.text, locale: account?.locale, all, expiresAt: decision.now + .days(7),
      isLeased: false, isDecoy: verified == nil
    )
  }
}

extension Account {
  /// The account in the variables of mails and pages. Without a name, the mail has a greeting without one.
  package var person: JSON {
    .object(["displayName": displayName.isEmpty ? nil : JSON(displayName), "email": email.map { JSON($0.text) }])
  }
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
