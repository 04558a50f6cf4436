// SPDX-License-Identifier: Apache-2.0

import Domain

/// `otp`, `magiclink`, `recover` and `resend`: mails with a code to type and a link. Each is answered alike for every
/// address.
extension SupabaseRequest {
  func sendCode() throws(Problem) -> SupabaseResponse {
    guard text("phone") == nil else { return notOffered(.phoneProviderDisabled) }
    let metadata = try userMetadata(body.json("data"))
    var supabase = SupabaseCall(method: .otp, metadata: metadata)
    supabase.stated = try statement(in: metadata)
    supabase.createsAccount = body.json("create_user")?.bool ?? true
    supabase.newRole = newRole
    supabase.target = try target()
    _ = try perform(RequestSignIn.self, try addressed(), supabase)
    return SupabaseResponse([:])
  }

  func sendRecovery() throws(Problem) -> SupabaseResponse {
    var supabase = SupabaseCall(method: .recovery)
    supabase.target = try target()
    _ = try perform(ResetPassword.self, try addressed(), supabase)
    return SupabaseResponse([:])
  }

  func resend() throws(Problem) -> SupabaseResponse {
    switch text("type") {
    case "email_change": return try resendChange()
    case "signup":
      var supabase = SupabaseCall(method: .otp)
      supabase.target = try target()
      _ = try perform(VerifyEmail.self, try addressed(), supabase)
      return SupabaseResponse([:])
    case "sms", "phone_change": return notOffered(.phoneProviderDisabled)
    default: throw .invalid("/type", .eventInvalid, "should be signup or email_change")
    }
  }

  /// Sends the code of the new address again for which the account with an address waits.
  private func resendChange() throws(Problem) -> SupabaseResponse {
    guard let email = body.optionalEmail("email") else {
      throw .invalid("/email", .invalidEmail, "should be an address")
    }
    try requirePerson(for: VerifyEmail.name)
    var supabase = SupabaseCall(method: .otp)
    supabase.target = try target()
    var call = call.calling(VerifyEmail.name, isSignedIn: false)
    call.terms = supabase.terms
    let limits = Limits.changeAgain(of: email) + call.mailRequests
    _ = try environment.decide(call) { (decision) throws(Problem) in
      try decision.limits.require(limits)
      let owner = try decision.tables.accounts.find(email: email)
      let claimant = try decision.tables.accounts.claimant(of: email)
      let known = owner ?? claimant
      let account = known.flatMap { $0.status == .active ? $0 : nil }
      let waiting = try decision.tables.accountCodes.newest(
        of: account?.id ?? "", for: .changeEmail, at: decision.now)
      try decision.limits.count(limits)
      try decision.outbox.queueCode(.changeEmail, for: waiting == nil ? nil : account, to: waiting?.email ?? email)
      try decision.auditRequest(.emailVerificationRequested, about: known)
      return JSONDocument([:])
    }
    return SupabaseResponse([:])
  }

  private func addressed() throws(Problem) -> JSON { ["email": .string(try requiredText("email"))] }

  /// What this service does not offer.
  /// - Parameter message: what to do instead.
  func notOffered(
    _ code: SupabaseErrorCode = .notImplemented, saying message: String = SupabaseError.notOfferedMessage
  ) -> SupabaseResponse {
    SupabaseError.notOffered(code, message).response(event.version)
  }
}

extension Limits {
  /// The limits of a mail about a new address that is requested only with the present one.
  fileprivate static func changeAgain(of email: EmailAddress) -> [LimitedSubject] {
    [(.verifyEmail, "change again\n\(email.mailboxKey)"), (.verifyEmailPause, "change again\n\(email.mailboxKey)")]
  }
}
