// SPDX-License-Identifier: Apache-2.0

import Domain

/// `otp`, `magiclink`, `recover` and `resend`: mails with a code to type and a link. Each is answered alike for every
/// address.
extension SupabaseRequest {
  func sendCode() throws(Problem) -> SupabaseResponse {
    guard text("phone") == nil else { return notOffered(.phoneProviderDisabled) }
    var supabase = SupabaseCall(method: .otp)
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
    case "signup", "email_change":
      var supabase = SupabaseCall(method: .otp)
      supabase.target = try target()
      _ = try perform(VerifyEmail.self, try addressed(), supabase)
      return SupabaseResponse([:])
    case "sms", "phone_change": return notOffered(.phoneProviderDisabled)
    default: throw .invalid("/type", .eventInvalid, "should be signup or email_change")
    }
  }

  private func addressed() throws(Problem) -> JSON { ["email": .string(try requiredText("email"))] }

  /// What this service does not offer.
  func notOffered(_ code: SupabaseErrorCode = .notImplemented) -> SupabaseResponse {
    SupabaseError.notOffered(code).response(event.version)
  }
}
