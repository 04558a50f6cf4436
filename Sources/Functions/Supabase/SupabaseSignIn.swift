// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Sessions {
  /// - Throws: `auth/code-expired` if an account's code was used, or all its codes have ended.
  func requireUnused(_ code: SingleUseToken, of accountID: String) throws(Problem) {
    guard try !decision.tables.usedTokens.isUsed(code),
      try !decision.tables.usedTokens.isUsed(code, group: Self.flowCodes(of: accountID))
    else { throw Problem(.codeExpired, "the code was used") }
  }

  /// An account that has proven who it is, by something that may be used once.
  /// - Throws: `auth/code-expired` if it was used.
  func account(_ id: String, using token: SingleUseToken) throws(Problem) -> Account {
    try requireUnused(token, of: id)
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
