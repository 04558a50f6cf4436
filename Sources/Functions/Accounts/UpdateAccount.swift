// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A person changes their account. A new address takes effect after it is confirmed. The old address gets a notice at
/// once.
package enum UpdateAccount: Function {
  package static let name = "update-account"
  package static let isAboutAccountFields = true
  package static let hasAdmission = true

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
    let standing: Standing

    package var json: JSON {
      JSON.object(["account": account.json, "pendingEmail": pendingEmail.map { JSON($0.text) }]).merging(standing.json)
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      change: try AccountChange(data), email: data.optionalEmail("email"),
      removedEmail: data.optionalEmail("removeEmail"), role: data.optionalText("role"),
      hasBranding: data.has("branding"))
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] {
    rules.displayName(in: data, isNew: false) + rules.username(in: data, isNew: false)
      + rules.phone(in: data, isNew: false) + rules.profile(in: data, bySetter: false) + rules.birthDate(in: data)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let (caller, session) = (try call.requireCaller(), try call.requireSession())
    return try environment.decideAndSend(
      call, canQueueMail: event.email != nil,
      onRefusal: { (rows, problem) throws(Problem) in try environment.countUsernameTry(problem, call, rows) }
    ) { (rows) throws(Problem) in
      guard let known = try rows.accounts.find(id: caller.id) else { throw .bug("the caller's account does not exist") }
      guard event.role == nil || event.role == known.role else {
        throw Problem(.roleImmutable, "the role of an account cannot be changed")
      }
      if event.hasBranding { try requireBrandable(known, environment.policy) }
      let change = try EmailChange(event, of: known)
      if change.needsRecentSignIn { try environment.requireRecent(session, of: known) }
      let newEmail = change.unproven
      if let newEmail { try environment.require(Environment.emailChange(of: known, to: newEmail), rows) }

      var account = try event.change.applied(to: known, email: newEmail ?? change.promoted, call, environment, rows)
      try event.change.write(account, since: known, environment, call, rows)
      try change.write(&account, environment, call, rows)
      let mails = try newEmail.map { (email) throws(Problem) in
        [try askToConfirm(email, account, call, environment, rows)]
      }
      let output = Output(
        account: account, pendingEmail: newEmail, standing: environment.standing(of: account))
      return (output, mails ?? [])
    }
  }

  private static func requireBrandable(_ account: Account, _ policy: Policy) throws(Problem) {
    guard policy.invitation.branding else {
      throw Problem(.permissionDenied, "the policy does not allow the branding of inviters")
    }
    guard account.role == policy.roles.inviter else {
      throw Problem(
        .permissionDenied, "only an account with the role \"\(policy.roles.inviter)\" may have a branding")
    }
  }

  /// What an event does to the addresses of an account.
  private struct EmailChange {
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

    func write(
      _ account: inout Account, _ environment: Environment, _ call: Call, _ rows: Transaction
    ) throws(Problem) {
      if let promoted {
        try environment.notify(account, of: .emailChanged, ["newEmail": .string(promoted.text)], by: call, rows)
        account = try environment.makePrimary(promoted, of: account, call, rows)
      }
      if let removed { account = try environment.remove(removed, from: account, call, rows) }
    }
  }

  private static func askToConfirm(
    _ email: EmailAddress, _ account: Account, _ call: Call, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> OutboxMessage {
    try environment.count(Environment.emailChange(of: account, to: email), rows)
    try environment.notify(account, of: .emailChanged, ["newEmail": .string(email.text)], by: call, rows)
    try rows.accountCodes.removeAll(of: account.id, for: .changeEmail)
    try environment.audit(call, .accountEmailChangeRequested, account: account.id, rows)
    return try environment.queueCode(
      .changeEmail, for: account, to: email, isLeased: true, call, rows)
  }
}
