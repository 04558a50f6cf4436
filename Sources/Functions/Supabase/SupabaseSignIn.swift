// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

// What signs in through the interface of Supabase Auth only.

extension Decision {
  /// The account of a mailed code. A code that proves an address of a client of Supabase Auth also signs in, and one
  /// that was asked for an address without an account makes one.
  func account(of code: SignInCode, _ event: SignIn.Verified) throws(Problem) -> Account {
    guard let supabase = call.supabase else { return try SignIn.account(of: code, event, self) }
    switch code.purpose {
    case .verifyEmail, .changeEmail:
      let confirmed = try VerifyEmail.confirmAddress(of: code, self)
      guard let account = try transaction.accounts.find(id: confirmed.id) else {
        throw .bug("the confirmed account does not exist")
      }
      return account
    default:
      guard let newcomer = try codes.newcomer(of: code), try transaction.accounts.find(email: newcomer.email) == nil
      else {
        return try SignIn.account(of: code, event, self)
      }
      return try newAccount(at: newcomer.email, by: code, supabase)
    }
  }

  private func newAccount(
    at email: EmailAddress, by code: SignInCode, _ supabase: SupabaseCall
  ) throws(Problem) -> Account {
    let (entry, displayName) = try invitations.entry(supabase.newRole, proven: email, claimed: nil)
    let limits = policy.signUpLimits(entry, call)
    try self.limits.require(limits)
    let applicant = Applicant(
      entry: entry, provider: "email", email: email, emailVerified: true, displayName: displayName,
      locale: call.language.text)
    let account = try admission.admitted(applicant, omission: .allowed)
    try admission.storeAccount(account)
    try codes.remove(code)
    try self.limits.count(limits)
    return account
  }

  /// An account that has proven who it is, by something that may be used once.
  /// - Throws: `auth/code-expired` if it was used.
  func account(_ id: String, using token: SingleUseToken) throws(Problem) -> Account {
    guard try !transaction.usedTokens.isUsed(token) else { throw Problem(.codeExpired, "the code was used") }
    guard let account = try transaction.accounts.find(id: id) else {
      throw Problem(.codeExpired, "the account does not exist any more")
    }
    // Whoever has chosen a new password has ended what was begun before.
    let begunAt = token.expiresAt - SupabaseFlowCode.lifetime
    if let changedAt = try transaction.passwords.changedAt(of: id), changedAt >= begunAt {
      throw Problem(.codeExpired, "the password was changed after the code was made")
    }
    let active = try account.signingIn(at: now, restores: false)
    try policy.requireProvenAddress(of: active, on: now)
    try transaction.usedTokens.markUsed(token)
    return active
  }
}
