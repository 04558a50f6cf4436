// SPDX-License-Identifier: Apache-2.0

import Domain

/// `health`, `settings` and `.well-known/jwks.json`: what clients ask before anybody signs in.
extension SupabaseRequest {
  func health() -> SupabaseResponse {
    SupabaseResponse([
      "name": "GoTrue", "version": .string("v2.0.0-vestibule-\(vestibuleVersion)"),
      "description": "Vestibule with the interface of Supabase Auth",
    ])
  }

  func settings() -> SupabaseResponse {
    let known = ["apple", "azure", "facebook", "github", "gitlab", "google"]
    let own = policy.enabledProviders.map(\.name)
    var external =
      known.map { ($0, JSON.bool(own.contains($0))) } + own.filter { !known.contains($0) }.map { ($0, true) }
    external += [
      ("email", .bool(policy.password != nil || policy.hasSignInCodes)), ("phone", false), ("anonymous_users", false),
    ]
    return SupabaseResponse([
      "external": .object(JSON.Members(external)), "disable_signup": .bool(policy.roles.signUp.isEmpty),
      "mailer_autoconfirm": .bool(!policy.email.verificationRequired), "phone_autoconfirm": false,
      "sms_provider": "", "mfa_enabled": .bool(policy.factors.totp), "saml_enabled": false, "passkeys_enabled": false,
    ])
  }

  func keys() throws(Problem) -> SupabaseResponse {
    SupabaseResponse(try perform(Jwks.self, [:])).cached(seconds: 300)
  }
}
