// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension Decision {
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
