// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Guardians of people below the age of consent.
package struct Guardians {
  let decision: Decision

  /// - Throws: `auth/too-many-requests` if the guardian's address has received too many mails, or the account or the
  ///   client has named too many guardians.
  func requireGuardianCanBeAsked(_ account: Account) throws(Problem) {
    guard let guardian = account.consent.guardianEmail else { return }
    try decision.limits.require(limits(of: account, guardian))
  }

  /// The limits of mails to guardians. An account that is being created has named none yet, and anybody can create
  /// accounts, so each client has a limit too. Requests of other mails do not count for it.
  private func limits(of account: Account, _ guardian: EmailAddress) -> [LimitedSubject] {
    [(.guardian, guardian.mailboxKey), (.guardian, "of\n\(account.id)")]
      + decision.call.mailRequests.map { ($0.name, "guardians of\n\($0.subject)") }
  }

  /// Queues the mail that asks a guardian, with a code that is valid as long as the account. Earlier codes become
  /// invalid.
  func askGuardian(of account: Account) throws(Problem) {
    guard let guardian = account.consent.guardianEmail else { throw .bug("a guardian without an address is asked") }
    try decision.limits.count(limits(of: account, guardian))
    try decision.tables.accountCodes.removeAll(of: account.id, for: .guardian)
    try decision.outbox.queueCode(.guardian, for: account, to: guardian)
    try decision.audit(.accountGuardianAsked, account: account.id)
  }

  /// The account of a guardian's code.
  /// - Throws: `auth/code-invalid`, also if another guardian has been named since; `auth/user-disabled` if an operator
  ///   disabled the account.
  package func guardedAccount(ofCode code: String) throws(Problem) -> GuardedAccount {
    let (account, found) = try decision.codes.account(ofCode: code, [.guardian])
    let consent = account.consent
    guard consent.guardian != .none, found.email.isSameMailbox(as: consent.guardianEmail) else {
      throw Problem(.codeInvalid, "another guardian has been named since")
    }
    return GuardedAccount(account: account, isMinor: decision.policy.isMinor(account, on: decision.now))
  }

  /// Stores the decision of a guardian. Repeating a decision is granted and changes nothing.
  /// - Returns: the account after the decision.
  /// - Throws: `auth/user-disabled` if the guardian agrees after a refusal: an operator must open the account first.
  package func apply(_ choice: GuardianChoice, _ known: GuardedAccount) throws(Problem) -> GuardedAccount {
    guard let answer = try known.answer(to: choice) else { return known }
    var account = known.account
    account.consent.guardian = answer
    account.consent.guardianAt = decision.now
    if answer.isAgainst { (account.status, account.closedFor) = (.disabled, known.account.closedFor ?? .guardian) }
    try decision.tables.accounts.updateConsent(of: account, at: decision.now)
    if answer.isAgainst {
      try decision.tables.accounts.setStatus(.disabled, of: account.id, because: .guardian)
      try decision.tables.accounts.reserveAddress(of: account)
      try decision.sessions.endAll(of: account.id, as: .accountClosed)
    }
    let action: AuditAction =
      switch answer {
      case .agreed: .accountGuardianAgreed
      case .refused: .accountGuardianRefused
      case .withdrawn: .accountGuardianWithdrawn
      case .none, .pending: throw .bug("a guardian's decision is none")
      }
    try decision.audit(action, account: account.id)
    return GuardedAccount(account: account, isMinor: known.isMinor)
  }

  /// How long an account that a guardian has closed is kept. Until then an operator can open it again.
  package static let closedAccountRetention = Duration.days(30)
}

/// The decision of a guardian about an account.
package enum GuardianChoice: String { case agree, refuse, withdraw }

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
  func answer(to choice: GuardianChoice) throws(Problem) -> Consent.Guardian? {
    switch (state, choice) {
    case (.isPending, .agree): return .agreed
    case (.isPending, _): return .refused
    case (.isAgreed, .refuse), (.isAgreed, .withdraw): return .withdrawn
    case (.isRefused, .agree), (.isWithdrawn, .agree):
      throw Problem(.userDisabled, "the guardian has closed the account; only an operator can open it again")
    case (.isAgreed, .agree), (.isRefused, _), (.isWithdrawn, _), (.isNotNeeded, _): return nil
    }
  }
}
