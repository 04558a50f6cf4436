// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Sends a mail with a code, or sets a new password with the code and ends all sessions of the account.
package enum ResetPassword: Function {
  package static let name = "reset-password"
  package static let refusesWithCodeOfField = true

  /// A request for a mail with a code, or the code with the new password.
  package enum Event {
    case request(EmailAddress)
    case confirmation(code: String, newPassword: String)
  }

  package typealias Output = MessageOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    if let code = data.optionalCode("code"), let newPassword = data.optionalText("newPassword") {
      return .confirmation(code: code, newPassword: newPassword)
    }
    return .request(try data.email("email"))
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] {
    try rules.brokenNewPassword("newPassword", in: data)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.policy.requirePasswords()
    return switch event {
    case .request(let email): try request(email, call, environment)
    case .confirmation(let code, let newPassword): try setPassword(code, newPassword, call, environment)
    }
  }

  private static func request(
    _ email: EmailAddress, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      guard decision.policy.email.allows(email) else {
        throw Problem(.emailDomainNotAllowed, "the policy does not allow addresses of that domain")
      }
      let limits: [LimitedSubject] = [(.resetPassword, email.mailboxKey)] + call.mailRequests
      try decision.limits.require(limits)
      // Both are read for every address.
      let (owner, claimant) = (
        try decision.tables.accounts.find(email: email), try decision.tables.accounts.claimant(of: email)
      )
      let known = owner ?? claimant
      let account = known?.status == .active ? known : nil

      try decision.limits.count(limits)
      try decision.outbox.queueCode(
        .resetPassword, for: account, to: account?.email ?? email
      )
      try decision.auditRequest(.passwordResetRequested, about: known)
      return Output(message: try decision.messages.text(.resetSent, ["email": email.text], call.language))
    }
  }

  /// Sets the new password. The code also verifies the address.
  private static func setPassword(
    _ code: String, _ newPassword: String, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let hash = try isUsable(code, call, environment) ? environment.authentication.passwordHasher.hash(newPassword) : ""
    return try Codes.decide(by: code, call, environment) { (decision) throws(Problem) in
      let (known, found) = try find(code, decision)
      guard !hash.isEmpty else { throw Problem(.codeInvalid, "the code was not valid before the transaction") }

      var account = known
      if known.emailVerified {
        try decision.admission.endClaims(to: found.email, exceptOf: account.id)
      } else {
        account = known.provenByCode(decision.policy, at: decision.now)
        try decision.admission.proveAddress(of: account, by: .codeAlone, tells: false)
      }
      try decision.passwords.change(to: hash, of: account, email: found.email)
      return Output(message: try decision.messages.text(.passwordChanged, [:], call.language))
    }
  }

  /// The account of a usable code, with the row of the code.
  package static func find(_ code: String, _ decision: Decision) throws(Problem) -> (
    account: Account, code: AccountCode
  ) {
    try decision.codes.requireSameAddress(try decision.codes.account(ofCode: code, [.resetPassword]))
  }

  /// Whether a code is usable. A password is hashed only for a usable code. The transaction checks the code again.
  private static func isUsable(_ code: String, _ call: Call, _ environment: Environment) throws(Problem) -> Bool {
    try environment.read(call) { (decision) throws(Problem) in
      do throws(Problem) { _ = try find(code, decision) } catch {
        guard error.isRefusal else { throw error }
        return false
      }
      return true
    }
  }
}
