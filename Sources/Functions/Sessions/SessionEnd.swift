// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Sessions {
  /// Ends all access that an account has given: its sessions, and the sign-ins that have begun and wait for a second
  /// factor or for the exchange of a code. Whoever signs in afterwards does it from the beginning.
  /// - Parameter kept: the session that stays, because its person causes this; nil if none does.
  package func endAll(of accountID: String, except kept: Session? = nil, as end: Session.End) throws(Problem) {
    try decision.tables.challenges.removeAll(of: accountID)
    try decision.tables.sessions.revokeAll(of: accountID, except: kept?.id, as: end, at: decision.now)
    try endFlowCodes(of: accountID)
  }

  /// Ends the codes of PKCE that an account was given before now: they would start sessions after all were ended. The
  /// event itself may give one to the person who has proven to be the owner.
  func endFlowCodes(of accountID: String) throws(Problem) {
    guard decision.policy.hasSupabase else { return }
    try decision.tables.usedTokens.markUsed(
      group: Self.flowCodes(of: accountID), until: decision.now + SupabaseFlowCode.lifetime - .milliseconds(1))
  }

  /// The group of an account's codes of PKCE.
  static func flowCodes(of accountID: String) -> String {
    sha256(Array("flow codes\n\(accountID)".utf8)).hexadecimal
  }
}
