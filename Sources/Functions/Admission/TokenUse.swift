// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Identities {
  /// - Throws: `auth/id-token-used` if the token has started a session.
  func requireUnused(_ identity: Identity) throws(Problem) {
    guard let token = identity.singleUse, try decision.tables.usedTokens.isUsed(token) else { return }
    throw Problem(.idTokenUsed, "the ID token has already started a session")
  }

  /// Marks an ID token as used if the policy requires a nonce. Such a token starts only one session, in any function,
  /// so a stolen one is useless afterwards. Other tokens need no statement.
  /// - Throws: `auth/id-token-used`, before anything is written.
  func markUsed(_ identity: Identity) throws(Problem) {
    guard let token = identity.singleUse else { return }
    try requireUnused(identity)
    try decision.tables.usedTokens.markUsed(token)
  }
}
