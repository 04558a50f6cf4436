// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Environment {
  /// How long an account that a guardian has closed is kept. Until then an operator can open it again.
  package static let closedAccountRetention = Duration.days(30)

  /// - Throws: `auth/too-many-requests` if the guardian's address has received too many mails.
  func requireGuardianCanBeAsked(_ account: Account, _ rows: Transaction) throws(Problem) {
    guard let guardian = account.consent.guardianEmail else { return }
    try require(.guardian, of: guardian.mailboxKey, rows)
  }

  /// Queues the mail that asks a guardian, with a code that is valid as long as the account. Earlier codes become
  /// invalid.
  func askGuardian(of account: Account, _ call: Call, _ rows: Transaction) throws(Problem) {
    guard let guardian = account.consent.guardianEmail else { throw .bug("a guardian without an address is asked") }
    try count(.guardian, of: guardian.mailboxKey, rows)
    try rows.accountCodes.removeAll(of: account.id, for: .guardian)
    _ = try queueCode(.guardian, for: account, to: guardian, isLeased: false, call, rows)
    try audit(call, .accountGuardianAsked, account: account.id, rows)
  }

  /// The account of a guardian's code.
  /// - Throws: `auth/code-invalid`, also if another guardian has been named since; `auth/user-disabled` if an operator
  ///   disabled the account.
  package func guardedAccount(ofCode code: String, _ rows: Transaction) throws(Problem) -> GuardedAccount {
    let (account, found) = try account(ofCode: code, [.guardian], rows)
    let consent = account.consent
    guard consent.guardian != .none, found.email.isSameMailbox(as: consent.guardianEmail) else {
      throw Problem(.codeInvalid, "another guardian has been named since")
    }
    return GuardedAccount(account: account, isMinor: policy.isMinor(account, on: now))
  }

  /// Stores the decision of a guardian. Repeating a decision is granted and changes nothing.
  /// - Returns: the account after the decision.
  /// - Throws: `auth/user-disabled` if the guardian agrees after a refusal: an operator must open the account first.
  package func apply(
    _ decision: GuardianDecision, _ known: GuardedAccount, _ call: Call, _ rows: Transaction
  ) throws(Problem) -> GuardedAccount {
    guard let answer = try known.answer(to: decision) else { return known }
    var account = known.account
    account.consent.guardian = answer
    account.consent.guardianAt = now
    if answer.isAgainst { account.status = .disabled }
    try rows.accounts.updateConsent(of: account, at: now)
    if answer.isAgainst {
      try rows.accounts.setStatus(.disabled, of: account.id)
      try rows.accounts.reserveAddress(of: account)
      try rows.sessions.revoke(of: account.id, keeping: 0, as: .accountClosed, at: now)
    }
    let action: AuditAction =
      switch answer {
      case .agreed: .accountGuardianAgreed
      case .refused: .accountGuardianRefused
      case .withdrawn: .accountGuardianWithdrawn
      case .none, .pending: throw .bug("a guardian's decision is none")
      }
    try audit(call, action, account: account.id, rows)
    return GuardedAccount(account: account, isMinor: known.isMinor)
  }
}

/// The decision of a guardian about an account.
package enum GuardianDecision: String { case agree, refuse, withdraw }

/// An account as its guardian sees it.
package struct GuardedAccount: Equatable {
  package enum State: String { case isPending, isAgreed, isRefused, isWithdrawn, isNotNeeded }

  package let account: Account
  /// Whether the person is so young that a guardian must agree.
  let isMinor: Bool

  /// The state for the guardian, which names a section of the page.
  package var state: State {
    switch (account.status, account.consent.guardian) {
    case (.disabled, .withdrawn): .isWithdrawn
    case (.disabled, _): .isRefused
    case _ where !isMinor: .isNotNeeded
    case (.active, .agreed), (.deleting, .agreed): .isAgreed
    // An operator has opened the account again, so the guardian decides again.
    case (.active, _), (.deleting, _): .isPending
    }
  }

  /// The new state of the consent; nil if the decision changes nothing.
  func answer(to decision: GuardianDecision) throws(Problem) -> Consent.Guardian? {
    switch (state, decision) {
    case (.isPending, .agree): return .agreed
    case (.isPending, _): return .refused
    case (.isAgreed, .refuse), (.isAgreed, .withdraw): return .withdrawn
    case (.isRefused, .agree), (.isWithdrawn, .agree):
      throw Problem(.userDisabled, "the guardian has closed the account; only an operator can open it again")
    case (.isAgreed, .agree), (.isRefused, _), (.isWithdrawn, _), (.isNotNeeded, _): return nil
    }
  }
}
