// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Sends a mail with a code that signs in. The answer, the work and the time are the same for every address, so that
/// they do not reveal whether it has an account.
package enum RequestSignIn: Function {
  package static let name = "request-sign-in"
  package static let isAboutAccountFields = true

  package struct Event {
    let email: EmailAddress
  }

  package typealias Output = MessageOutput

  package static func event(from data: Fields) throws(Problem) -> Event { Event(email: try data.email("email")) }

  package static func provider(in data: Fields) -> String? { "email" }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.requireSignInCodes()
    let email = event.email
    let limits = Environment.signInCode(to: email) + call.mailRequests
    return try environment.decide(
      call,
      prefetch: { rows in
        rows.prefetch { (rows) throws(Problem) in
          _ = try rows.hashKeys.all()
          _ = try rows.accounts.find(email: email)
          _ = try rows.accounts.claimant(of: email)
        }
      }
    ) { (rows) throws(Problem) in
      try environment.require(limits, rows)
      // Both are read for every address.
      let (owner, claimant) = (try rows.accounts.find(email: email), try rows.accounts.claimant(of: email))
      let known = owner ?? claimant
      let account = known.flatMap { $0.status == .active || $0.canBeRestored(at: environment.now) ? $0 : nil }

      try environment.count(limits, rows)
      _ = try environment.queueCode(
        .signIn, for: account, to: account?.email ?? email, typedAs: email, isLeased: false, call, rows)
      try environment.auditRequest(call, .signInCodeRequested, about: known, rows)
      return Output(message: try environment.messages.text("signInCodeSent", ["email": email.text], call.language))
    }
  }
}

extension Environment {
  /// The limits of a mail with a code that signs in. They are those of verification mails, counted separately.
  static func signInCode(to email: EmailAddress) -> [LimitedSubject] {
    [(.verifyEmail, "sign-in\n\(email.mailboxKey)"), (.verifyEmailPause, "sign-in\n\(email.mailboxKey)")]
  }
}
