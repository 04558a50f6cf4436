// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Sessions {
  /// Ends the codes of PKCE that an account was given before now: they would start sessions after all were ended. The
  /// event itself may give one to the person who has proven to be the owner.
  package func endFlowCodes(of accountID: String) throws(Problem) {
    guard decision.policy.hasSupabase else { return }
    try decision.tables.usedTokens.markUsed(
      group: Self.flowCodes(of: accountID), until: decision.now + SupabaseFlowCode.lifetime - .milliseconds(1))
  }

  private static func flowCodes(of accountID: String) -> String {
    sha256(Array("flow codes\n\(accountID)".utf8)).hexadecimal
  }

  /// An account that has proven who it is, by something that may be used once.
  /// - Throws: `auth/code-expired` if it was used.
  func account(_ id: String, using token: SingleUseToken) throws(Problem) -> Account {
    guard try !decision.tables.usedTokens.isUsed(token),
      try !decision.tables.usedTokens.isUsed(token, group: Self.flowCodes(of: id))
    else { throw Problem(.codeExpired, "the code was used") }
    guard let account = try decision.tables.accounts.find(id: id) else {
      throw Problem(.codeExpired, "the account does not exist any more")
    }
    // A new password ends the sign-ins that were begun before.
    let begunAt = token.expiresAt - SupabaseFlowCode.lifetime
    if let changedAt = try decision.tables.passwords.changedAt(of: id), changedAt >= begunAt {
      throw Problem(.codeExpired, "the password was changed after the code was made")
    }
    let active = try account.signingIn(at: decision.now, restores: false)
    try requireProvenAddress(of: active)
    try decision.tables.usedTokens.markUsed(token)
    return active
  }
}
