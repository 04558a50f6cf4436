// SPDX-License-Identifier: Apache-2.0

import Domain

/// A route: a method, a path, and what answers it.
struct SupabaseRoute: Sendable {
  /// Who may call it.
  enum Access: Sendable {
    /// Anyone. `Authorization` is ignored, because clients send their publishable key there.
    case anyone
    case session
    /// A service key that names this function.
    case serviceKey
  }

  let method: String
  /// The parts of the path below `/auth/v1`. `*` is any part.
  let path: [String]
  let access: Access
  let answer: @Sendable (SupabaseRequest) throws(Problem) -> SupabaseResponse

  private init(
    _ method: String, _ path: String, _ access: Access = .anyone,
    _ answer: @escaping @Sendable (SupabaseRequest) throws(Problem) -> SupabaseResponse
  ) {
    (self.method, self.access, self.answer) = (method, access, answer)
    self.path = path.split(separator: "/").map(String.init)
  }

  /// What Supabase Auth has, and this service does not.
  private static func missing(_ method: String, _ path: String, _ code: SupabaseErrorCode = .notImplemented) -> Self {
    SupabaseRoute(method, path) { $0.notOffered(code) }
  }

  /// Every route.
  static let all: [SupabaseRoute] = [
    SupabaseRoute("GET", "health") { (request) throws(Problem) in request.health() },
    SupabaseRoute("GET", "settings") { (request) throws(Problem) in request.settings() },
    SupabaseRoute("GET", ".well-known/jwks.json") { (request) throws(Problem) in try request.keys() },
    SupabaseRoute("POST", "signup") { (request) throws(Problem) in try request.signUp() },
    SupabaseRoute("POST", "token") { (request) throws(Problem) in try request.token() },
    SupabaseRoute("GET", "user", .session) { (request) throws(Problem) in try request.user() },
    SupabaseRoute("PUT", "user", .session) { (request) throws(Problem) in try request.updateUser() },
    SupabaseRoute("GET", "reauthenticate", .session) { (request) throws(Problem) in try request.reauthenticate() },
    SupabaseRoute("POST", "reauthenticate", .session) { (request) throws(Problem) in try request.reauthenticate() },
    SupabaseRoute("GET", "user/identities/authorize", .session) { (request) throws(Problem) in
      try request.authorizeLink()
    },
    SupabaseRoute("DELETE", "user/identities/*", .session) { (request) throws(Problem) in try request.unlink() },
    SupabaseRoute("POST", "factors", .session) { (request) throws(Problem) in try request.enroll() },
    SupabaseRoute("POST", "factors/*/challenge", .session) { (request) throws(Problem) in try request.challenge() },
    SupabaseRoute("POST", "factors/*/verify", .session) { (request) throws(Problem) in try request.verifyFactor() },
    SupabaseRoute("DELETE", "factors/*", .session) { (request) throws(Problem) in try request.unenroll() },
    SupabaseRoute("GET", "authorize") { (request) throws(Problem) in try request.authorize() },
    SupabaseRoute("GET", "callback") { (request) throws(Problem) in try request.callback() },
    SupabaseRoute("POST", "callback") { (request) throws(Problem) in try request.callback() },
    SupabaseRoute("POST", "logout", .session) { (request) throws(Problem) in try request.logout() },
    SupabaseRoute("POST", "otp") { (request) throws(Problem) in try request.sendCode() },
    SupabaseRoute("POST", "magiclink") { (request) throws(Problem) in try request.sendCode() },
    SupabaseRoute("POST", "recover") { (request) throws(Problem) in try request.sendRecovery() },
    SupabaseRoute("POST", "resend") { (request) throws(Problem) in try request.resend() },
    SupabaseRoute("GET", "verify") { (request) throws(Problem) in try request.showVerification() },
    SupabaseRoute("POST", "verify") { (request) throws(Problem) in try request.verify() },
    SupabaseRoute("GET", "admin/users", .serviceKey) { (request) throws(Problem) in try request.listUsers() },
    SupabaseRoute("POST", "admin/users", .serviceKey) { (request) throws(Problem) in try request.invite() },
    SupabaseRoute("GET", "admin/users/*", .serviceKey) { (request) throws(Problem) in try request.showUser() },
    SupabaseRoute("PUT", "admin/users/*", .serviceKey) { (request) throws(Problem) in try request.changeUser() },
    SupabaseRoute("DELETE", "admin/users/*", .serviceKey) { (request) throws(Problem) in try request.removeUser() },
    SupabaseRoute("POST", "admin/generate_link", .serviceKey) { (request) throws(Problem) in try request.makeLink() },
    SupabaseRoute("POST", "invite", .serviceKey) { (request) throws(Problem) in try request.invite() },
    missing("POST", "sso", .samlProviderDisabled),
    missing("GET", "sso", .samlProviderDisabled),
    missing("POST", "sso/saml/acs", .samlProviderDisabled),
    missing("GET", "sso/saml/metadata", .samlProviderDisabled),
    missing("POST", "oauth/token"), missing("GET", "oauth/authorize"), missing("POST", "oauth/clients/register"),
    missing("GET", "oauth/userinfo"), missing("GET", "user/oauth/grants"), missing("DELETE", "user/oauth/grants"),
    missing("GET", "oauth/authorizations/*"), missing("POST", "oauth/authorizations/*/consent"),
    missing("POST", "passkeys/registration/options"), missing("POST", "passkeys/registration/verify"),
    missing("POST", "passkeys/authentication/options"), missing("POST", "passkeys/authentication/verify"),
    missing("GET", "passkeys"),
    missing("GET", "admin/users/*/factors"), missing("PUT", "admin/users/*/factors/*"),
    missing("DELETE", "admin/users/*/factors/*"), missing("GET", "admin/audit"),
    missing("GET", "admin/sso/providers", .samlProviderDisabled),
    missing("POST", "admin/sso/providers", .samlProviderDisabled),
    missing("GET", "admin/oauth/clients"), missing("POST", "admin/oauth/clients"),
  ]

  /// The route of a request, and the variable part of its path.
  static func find(_ method: String, _ path: [String]) -> (route: SupabaseRoute, parameter: String?)? {
    for route in all where route.method == method && route.path.count == path.count {
      guard zip(route.path, path).allSatisfy({ $0 == "*" || $0 == $1 }) else { continue }
      return (route, route.path.firstIndex(of: "*").map { path[$0] })
    }
    return nil
  }
}
