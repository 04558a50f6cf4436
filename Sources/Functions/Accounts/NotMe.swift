// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The link of a mail about the security of an account. Its code works once. It ends all sessions and, if the address
/// is still the account's, the password; the owner then gets the mail that sets a new one. Identities and second
/// factors stay, because it is unknown which of them are the owner's.
package enum NotMe {
  /// What the person has to do next.
  package enum Outcome: String {
    /// A mail sets a new password.
    case isMailed
    /// The account has no password: the person signs in as before.
    case isWithoutPassword
    /// The account no longer has the address to which the code was sent, so no mail can reach its owner.
    case isUnreachable
  }

  package struct Output: FunctionOutput {
    let outcome: Outcome

    package var json: JSON { .object(JSON.Members([(outcome.rawValue, true)])) }
  }

  /// The account of a code, with the row of the code.
  package static func find(_ code: String, _ decision: Decision) throws(Problem) -> (
    account: Account, code: AccountCode
  ) {
    try decision.codes.account(ofCode: code, [.notMe])
  }

  /// Ends all sessions, sign-ins that wait, mailed codes and the password, and uses the code up.
  package static func endAllAccess(
    _ code: String, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try Codes.decide(by: code, call, environment) { (decision) throws(Problem) in
      let (account, found) = try find(code, decision)
      // The links of other mails to the same address end, and those of later mails: an intruder who has made another
      // address the primary one has received those.
      try decision.tables.accountCodes.removeAll(
        of: account.id, for: .notMe, mailedTo: found.email, orEndingSince: found.expiresAt)
      // The codes of an address change that waits are among them.
      try decision.tables.accountCodes.removeAllOfAddress(of: account.id)
      try decision.sessions.endAll(of: account.id, as: .signedOutElsewhere)
      try decision.audit(.accountSessionsEnded, account: account.id)
      return Output(outcome: try decision.startReset(of: account, reachedAt: found.email))
    }
  }
}

extension Decision {
  /// Ends the password of an account and sends the mail that sets a new one. An intruder may have changed the
  /// primary address. The address of the code therefore becomes the primary one again; otherwise the intruder would get
  /// the mail.
  fileprivate func startReset(of known: Account, reachedAt email: EmailAddress) throws(Problem) -> NotMe.Outcome {
    guard known.hasProven(email) else { return .isUnreachable }
    let account = try addresses.makePrimary(email, of: known)
    guard policy.password != nil, try tables.passwords.hash(of: account.id) != nil else {
      return .isWithoutPassword
    }
    _ = try tables.accounts.remove(.password, of: account.id)
    try outbox.queueCode(.resetPassword, for: account, to: account.email ?? email)
    try audit(.passwordResetRequested, account: account.id)
    return .isMailed
  }
}
