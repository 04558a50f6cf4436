// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// One request of a client, and what a route can do with it.
struct SupabaseRequest {
  let event: SupabaseAuth.Event
  /// The call, with the account and the session of the access token if the route needs one.
  private(set) var call: Call
  let environment: Environment
  /// The variable part of the path, such as the id of a factor.
  let parameter: String?

  init(_ event: SupabaseAuth.Event, _ call: Call, _ environment: Environment, parameter: String?) {
    (self.event, self.call, self.environment, self.parameter) = (event, call, environment, parameter)
  }

  var body: Fields { event.body }
  var policy: Policy { environment.policy }

  /// The signed-in person.
  var caller: Account { get throws(Problem) { try call.callerAtEntry() } }

  /// Finds the person by the access token, or the inviter or team by the service key. Each function that the route
  /// calls checks what it requires of them.
  mutating func authenticate(for access: SupabaseRoute.Access) throws(Problem) {
    guard access != .anyone else { return }
    let isKey = call.token?.hasPrefix(ServiceKey.prefix) ?? false
    var rule = access == .serviceKey && isKey ? AccessRule.serviceKey : .sessionInAnyState
    rule.admitsAwaitedFactor = true
    let caller = try environment.caller(rule, of: SupabaseAuth.name, token: call.token) { _ in }
    if let caller { call = call.signedIn(caller) }
    // A session's token opens no route of a backend, and a key none of a person.
    guard access == .session ? call.session != nil : call.key != nil else {
      throw Problem(.permissionDenied, "the route is for another credential")
    }
  }

  /// A text of the body; nil if it is missing, empty or null.
  func text(_ name: String) -> String? { body.optionalText(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// Whether the body has a value, of any form. null is none.
  func has(_ name: String) -> Bool { body.json(name).map { $0 != .null } ?? false }

  /// A text of the body that the route needs.
  /// - Throws: `event/invalid`.
  func requiredText(_ name: String) throws(Problem) -> String {
    guard let text = text(name) else { throw .invalid("/\(name)", .eventInvalid, "is required") }
    return text
  }

  /// Calls a function as its own caller would. A check for bots of the policy protects it here too.
  /// - Parameters:
  ///   - supabase: how the person signs in, for functions that begin or continue a session.
  ///   - admitsAwaitedFactor: whether a session that waits for its second factor may call it.
  /// - Throws: its refusals.
  func perform<F: Function>(
    _ function: F.Type, _ event: JSON, _ supabase: SupabaseCall = SupabaseCall(method: .password),
    admitsAwaitedFactor: Bool = false
  ) throws(Problem) -> JSON {
    let inner = try InnerCall(of: function, event, in: call, environment, admitsAwaitedFactor: admitsAwaitedFactor)
    if inner.call.caller == nil {
      do throws(Problem) { try environment.requirePerson(botToken, F.name, environment) } catch {
        if error.isRefusal { try environment.auditRefusal(error, of: inner.call) }
        throw error
      }
    }
    return try inner.answer { $0.terms = supabase.terms }
  }

  /// Performs `sign-in` with a credential that its own events cannot have.
  /// - Parameter isGuessable: whether a bot could guess the credential. Nobody can guess those of links and clients.
  func perform(
    _ function: SignIn.Type, _ event: SignIn.Event, _ supabase: SupabaseCall, isGuessable: Bool
  ) throws(Problem) -> JSON {
    if isGuessable { try environment.requirePerson(botToken, SignIn.name, environment) }
    var call = call.calling(SignIn.name, method: .mailedCode, isSignedIn: false)
    call.terms = supabase.terms
    return try environment.answeringOnce(call) { (call) throws(Problem) in
      try SignIn.answer(event, call, environment)
    }
  }

  /// Checks for bots as a function does, if the policy asks for that.
  func requirePerson(for function: String) throws(Problem) {
    try environment.requirePerson(botToken, function, environment)
  }

  /// The role of a new account: the invitee's if `roles.signUp` has several; nil for the only one of it.
  var newRole: String? { policy.roles.signUp.count > 1 ? policy.roles.invitee : nil }

  /// A page for a browser.
  /// - Parameter target: the URL to which its form leads.
  func page(_ name: String, _ variables: JSON, leadingTo target: String?) throws(Problem) -> SupabaseResponse {
    guard let page = environment.page else { throw .bug("supabase-auth was started without pages") }
    return SupabaseResponse(page: try page(name, variables, policy, call.language), leadingTo: target)
  }

  /// The token of a check for bots.
  private var botToken: String? {
    body.optionalFields("gotrue_meta_security")?.optionalText("captcha_token") ?? text("captcha_token")
  }
}

extension JSON {
  /// An object with the members that are not nil.
  static func members(_ pairs: [(name: String, value: JSON?)]) -> JSON {
    .object(Members(pairs.compactMap { name, value in value.map { (name, $0) } }))
  }
}
