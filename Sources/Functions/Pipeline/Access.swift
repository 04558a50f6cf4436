// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Who may call a function: `access` and `session` of its entry in functions.json.
package struct AccessRule: Sendable {
  /// Who calls: `access`.
  package enum Access: String, Sendable {
    case anyone = "public"
    case session, inviter, trigger, schedule
    /// Only a service key of an inviter or a team. Single events have this rule; no entry of functions.json has it.
    case key
  }

  /// What a function does with a session: `session`.
  package enum SessionUse: String, Sendable {
    /// The account has to be complete.
    case complete
    /// A public function accepts a session.
    case optional
    /// An account in any state may call the function: to complete the account, to read its own data and to delete
    /// itself.
    case unverified
    /// An account that has to enroll a second factor may call the function too.
    case enrolling
  }

  package let access: Access
  package let session: SessionUse
  /// Whether the function exists only if the policy has teams.
  package let needsTeams: Bool
  /// Whether a service key may name the function: `serviceKey`.
  package let acceptsKeys: Bool
  /// Whether a session that waits for the second factor of its account may call the function.
  var admitsAwaitedFactor = false

  /// Anyone may call the function, and a session is ignored.
  package static let anyone = AccessRule(.anyone)
  /// A signed-in account that is complete may call the function.
  static let session = AccessRule(.session)
  /// A signed-in account may call the function, also before it is complete.
  static let sessionInAnyState = AccessRule(.session, .unverified)
  /// Only a service key may call the function with such an event.
  package static let serviceKey = AccessRule(.key)

  private init(_ access: Access, _ session: SessionUse = .complete) {
    (self.access, self.session, needsTeams, acceptsKeys) = (access, session, false, access == .key)
  }

  /// - Parameter entry: an entry of functions.json, which is built in and has known values only.
  package init(_ entry: JSON) {
    guard let access = entry["access"]?.string.flatMap(Access.init),
      let session = entry["session"].map({ $0.string.flatMap(SessionUse.init) }) ?? .complete
    else { preconditionFailure("functions.json has an unknown access or session") }
    (self.access, self.session, needsTeams) = (access, session, entry["feature"]?.string == "teams")
    acceptsKeys = entry["serviceKey"]?.bool ?? (access == .session || access == .inviter)
  }

  /// Whether the caller is an account.
  package var needsAccount: Bool { access == .session || needsInviter }
  /// Whether the account has to be an inviter's.
  fileprivate var needsInviter: Bool { access == .inviter || access == .key }
}

extension Environment {
  /// Authenticates the caller and checks that it may call the function.
  ///
  /// The token only identifies the session. State and role are read from the database.
  /// - Parameters:
  ///   - function: the function that is called.
  ///   - token: what `Authorization: Bearer` has: an access token, or a service key.
  ///   - acceptsReplacedToken: whether a token that the same function replaced is accepted. Only a remembered
  ///     answer may then be returned.
  ///   - onRefusal: called with the account that may not call.
  /// - Returns: nil if the function needs no account.
  /// - Throws: `auth/unauthenticated`, `auth/token-expired`, `auth/session-expired`, `auth/session-revoked`,
  ///   `auth/user-disabled`, `auth/email-not-verified`, `auth/account-incomplete`, `auth/guardian-pending`,
  ///   `auth/permission-denied`.
  package func caller(
    _ rule: AccessRule, of function: String, token: String?, acceptsReplacedToken: Bool = false,
    onRefusal: (Caller) -> Void
  ) throws(Problem) -> Caller? {
    guard rule.needsAccount || rule.access == .anyone && rule.session == .optional && token != nil else { return nil }
    guard let token else {
      throw Problem(.unauthenticated, "authorization should be \"Bearer\" followed by an access token")
    }
    func found(_ transaction: Transaction) throws(Problem) -> Caller { try self.caller(bearing: token, transaction) }
    // A service key takes several queries, of which each depends on the last.
    let caller = try token.hasPrefix(ServiceKey.prefix) ? store.read(found) : store.readAtOnce(found)
    guard acceptsReplacedToken || !caller.hasReplacedToken else { throw .tokenReplaced }
    do throws(Problem) {
      try rule.require(caller.credential, calling: function)
      try require(rule, of: caller)
    } catch {
      onRefusal(caller)
      throw error
    }
    return caller
  }

  /// Checks that the account may call the function.
  package func require(_ rule: AccessRule, of caller: Caller) throws(Problem) {
    try caller.account.requireActive(at: now)
    try policy.requireKnownRole(of: caller.account)
    guard rule.admitsAwaitedFactor || !(caller.session?.awaitsFactor ?? false) else {
      throw .factorRequired(of: caller.account, "the session waits for the second factor")
    }
    let accountState = policy.accountState(of: caller.account, on: now)
    // Nobody signs in with a key, so a second factor protects nothing there.
    let mayLackFactor = rule.session == .enrolling || caller.credential.key != nil
    let lacksOnlyFactor = mayLackFactor && accountState.state == .factorRequired
    if rule.session != .unverified, rule.session != .optional, !lacksOnlyFactor { try accountState.requireSignedIn() }
    guard !rule.needsInviter && caller.credential.key == nil || caller.account.role == policy.roles.inviter else {
      throw Problem(
        .permissionDenied, "only an account with the role \"\(policy.roles.inviter)\" may call this function")
    }
    guard !rule.needsTeams || policy.hasTeams else {
      throw Problem(.permissionDenied, "the policy has no teams")
    }
  }

  /// Checks the team that an event names before anything is looked up, so that no difference of the answers tells
  /// whether something of another team exists.
  /// - Throws: `team/not-found`.
  package func requireNamedTeam(_ call: Call) throws(Problem) {
    guard policy.hasTeams, call.teamID != nil, let caller = call.caller, caller.role == policy.roles.inviter else {
      return
    }
    _ = try read(call) { (decision) throws(Problem) in try decision.teams.of(caller).chosen() }
  }
}

extension Policy {
  /// Functions never store a role that the policy does not have, but a policy can change, and the database can be
  /// changed by other programs.
  /// - Throws: `service/misconfigured`, for this account alone.
  func requireKnownRole(of account: Account) throws(Problem) {
    guard roles.all.contains(account.role) else {
      throw .misconfigured("POLICY_FILE", "the policy has no role \"\(account.role)\", which the account has")
    }
  }
}

extension AccessRule {
  /// Requires that a service key names the function, and that nothing else calls what only keys may call.
  /// - Throws: `auth/permission-denied`, `auth/unauthenticated`.
  fileprivate func require(_ credential: CallerCredential, calling function: String) throws(Problem) {
    guard let key = credential.key else {
      guard access != .key else { throw Problem(.unauthenticated, "only a service key may do this") }
      return
    }
    guard acceptsKeys, key.functions.contains(function) else {
      throw Problem(.permissionDenied, "the service key does not name the function \(function)")
    }
  }
}
