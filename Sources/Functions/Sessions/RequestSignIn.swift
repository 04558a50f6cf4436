// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Sends a mail with a code that signs in. The answer, the work and the time are the same for every address, so that
/// they do not reveal whether it has an account.
package enum RequestSignIn: Function {
  package static let name = "request-sign-in"
  package static let refusesWithCodeOfField = true

  package struct Event {
    let email: EmailAddress
  }

  package typealias Output = MessageOutput

  package static func event(from data: Fields) throws(Problem) -> Event { Event(email: try data.email("email")) }

  package static func method(in data: Fields) -> SignInMethod? { .mailedCode }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.policy.requireSignInCodes()
    let email = event.email
    let limits = Limits.signInCode(to: email) + call.mailRequests
    return try environment.decide(call, prefetch: .signInCode(to: email)) { (decision) throws(Problem) in
      try decision.limits.require(limits)
      // Both are read for every address.
      let (owner, claimant) = (
        try decision.tables.accounts.find(email: email), try decision.tables.accounts.claimant(of: email)
      )
      let known = owner ?? claimant
      let account = known.flatMap { $0.status == .active || $0.canBeRestored(at: decision.now) ? $0 : nil }

      let makesAccount = if known == nil { try decision.makesAccountByCode(email) } else { false }

      try decision.limits.count(limits)
      try decision.outbox.queueCode(
        .signIn, for: account, to: account?.email ?? email, typedAs: email, makesAccount: makesAccount
      )
      try decision.auditRequest(.signInCodeRequested, about: known)
      return Output(message: try decision.messages.text(.signInCodeSent, ["email": email.text], call.language))
    }
  }
}

extension Decision {
  /// Whether a mailed code makes an account of an address without one: for a client that asks for it, where the policy
  /// allows that person to sign up.
  fileprivate func makesAccountByCode(_ email: EmailAddress) throws(Problem) -> Bool {
    let terms = call.terms.newAccounts
    guard terms.areMadeByMailedCode else { return false }
    let (entry, displayName) = try invitations.entry(terms.role, proven: email, claimed: nil)
    let applicant = try Applicant(
      mailedCodeTo: email, entry, named: displayName, stating: Fields(terms.stated), call.language)
    do throws(Problem) { _ = try admission.admitted(applicant, omission: .allowed) } catch {
      guard error.isRefusal else { throw error }
      return false
    }
    return true
  }
}

extension Limits {
  /// The limits of a mail with a code that signs in. They are those of verification mails, counted separately.
  static func signInCode(to email: EmailAddress) -> [LimitedSubject] {
    [(.verifyEmail, "sign-in\n\(email.mailboxKey)"), (.verifyEmailPause, "sign-in\n\(email.mailboxKey)")]
  }
}

extension Prefetch {
  fileprivate static func signInCode(to email: EmailAddress) -> Prefetch {
    Prefetch { (decision) throws(Problem) in
      _ = try decision.tables.hashKeys.all()
      _ = try decision.tables.accounts.find(email: email)
      _ = try decision.tables.accounts.claimant(of: email)
    }
  }
}
