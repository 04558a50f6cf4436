// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A person changes their account. A new address takes effect after it is confirmed. The old address gets a notice at
/// once.
package enum UpdateAccount: Function {
  package static let name = "update-account"
  package static let refusesWithCodeOfField = true
  package static let admissionChecksFields = true

  package struct Event {
    let change: AccountChange
    let email: EmailAddress?
    /// An address that the account gives up.
    let removedEmail: EmailAddress?
    let role: String?
    /// Whether the event sets or removes the branding.
    let hasBranding: Bool
  }

  package struct Output: FunctionOutput {
    let account: Account
    /// The new address, which is not confirmed yet.
    let pendingEmail: EmailAddress?
    let accountState: AccountState

    package var json: JSON {
      JSON.object(["account": account.json, "pendingEmail": pendingEmail.map { JSON($0.text) }]).merging(
        accountState.json)
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      change: try AccountChange(data), email: data.optionalEmail("email"),
      removedEmail: data.optionalEmail("removeEmail"), role: data.optionalText("role"),
      hasBranding: data.has("branding"))
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] {
    rules.brokenDisplayName(in: data, isNew: false) + rules.brokenUsername(in: data, isNew: false)
      + rules.brokenPhone(in: data, isNew: false) + rules.brokenProfile(in: data, isInviter: false)
      + rules.brokenBirthDate(in: data)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decideAndSend(
      call, canQueueMail: event.email != nil,
      onRefusal: { (decision, problem) throws(Problem) in try decision.logins.countUsernameTry(problem) }
    ) { (decision) throws(Problem) in
      try checked(event, decision).write(decision)
    }
  }

  /// Checks an event without writing anything.
  /// - Throws: every refusal of the function.
  static func checked(_ event: Event, _ decision: Decision) throws(Problem) -> CheckedChange {
    let known = try decision.requireCaller()
    guard event.role == nil || event.role == known.role else {
      throw Problem(.roleImmutable, "the role of an account cannot be changed")
    }
    if event.hasBranding { try requireBrandable(known, decision.policy) }
    let change = try EmailChange(event, of: known)
    if change.needsRecentSignIn {
      try decision.credential?.requireRecentSignIn(of: known, decision.policy.session, at: decision.now)
    }
    if let email = change.unproven { try decision.limits.require(Limits.emailChange(of: known, to: email)) }
    let account = try event.change.applied(to: known, email: change.unproven ?? change.promoted, decision)
    return CheckedChange(known: known, account: account, fields: event.change, addresses: change)
  }

  /// A change that is allowed.
  struct CheckedChange {
    fileprivate let known: Account
    fileprivate let account: Account
    fileprivate let fields: AccountChange
    fileprivate let addresses: EmailChange

    /// - Returns: the result and the mails to send after the commit.
    func write(_ decision: Decision) throws(Problem) -> (output: Output, mails: [OutboxMessage]) {
      var account = account
      try fields.write(account, since: known, decision)
      try addresses.write(&account, decision)
      let mails = try addresses.unproven.map { (email) throws(Problem) in [try askToConfirm(email, account, decision)] }
      let output = Output(
        account: account, pendingEmail: addresses.unproven,
        accountState: decision.policy.accountState(of: account, on: decision.now))
      return (output, mails ?? [])
    }
  }

  private static func requireBrandable(_ account: Account, _ policy: Policy) throws(Problem) {
    guard policy.invitation.branding else {
      throw Problem(.permissionDenied, "the policy does not allow the branding of inviters")
    }
    guard account.role == policy.roles.inviter else {
      throw Problem(.permissionDenied, "only an account with the role \"\(policy.roles.inviter)\" may have a branding")
    }
  }

  /// What an event does to the addresses of an account.
  fileprivate struct EmailChange {
    /// An address that has to be confirmed first. Whether it is in use is not revealed: only its owner gets the mail.
    let unproven: EmailAddress?
    /// A proven address that becomes the primary one at once.
    let promoted: EmailAddress?
    let removed: EmailAddress?

    /// - Throws: `event/invalid` for an eleventh address, and for the removal of the primary one.
    init(_ event: Event, of account: Account) throws(Problem) {
      let new = event.email.flatMap { $0.key == account.email?.key ? nil : $0 }
      promoted = new.flatMap { account.hasProven($0) ? $0 : nil }
      unproven = promoted == nil ? new : nil
      removed = event.removedEmail
      if unproven != nil, account.emailVerified, account.addresses.count >= Account.maximumAddresses {
        throw .invalid("/email", .eventInvalid, "would be one of more than \(Account.maximumAddresses) addresses")
      }
      if let removed, removed.key == (promoted ?? account.email)?.key {
        throw .invalid("/removeEmail", .eventInvalid, "is the primary address; make another one the primary first")
      }
    }

    var needsRecentSignIn: Bool { unproven != nil || promoted != nil || removed != nil }

    func write(_ account: inout Account, _ decision: Decision) throws(Problem) {
      if let promoted {
        try decision.outbox.queueNotice(.emailChangeNotice, to: account, NewAddress(promoted, isChanged: true))
        try decision.outbox.notify(account, of: .emailChanged(to: promoted), by: decision.call)
        account = try decision.addresses.makePrimary(promoted, of: account)
      }
      if let removed { account = try decision.addresses.remove(removed, from: account) }
    }
  }

  private static func askToConfirm(_ email: EmailAddress, _ account: Account, _ decision: Decision) throws(Problem)
    -> OutboxMessage
  {
    try decision.limits.count(Limits.emailChange(of: account, to: email))
    try decision.outbox.queueNotice(.emailChangeNotice, to: account, NewAddress(email, isChanged: false))
    try decision.tables.accountCodes.removeAll(of: account.id, for: .changeEmail)
    try decision.audit(.accountEmailChangeRequested, account: account.id)
    return try decision.outbox.queueCode(
      .changeEmail, for: account, to: email, dispatch: .now
    )
  }
}
