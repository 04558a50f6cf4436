// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Environment {
  /// Uses up an ID token where the policy requires a nonce: it opens one session, in whatever function, so that whoever gets
  /// hold of it afterwards has nothing. Other tokens cost no statement.
  /// - Throws: `auth/id-token-used`, before anything is written.
  func useUp(_ identity: Identity, _ rows: Transaction) throws(Problem) {
    guard let token = identity.singleUse else { return }
    guard try !rows.isUsed(token) else { throw Problem(.idTokenUsed, "the ID token has opened a session already") }
    try rows.markUsed(token)
  }
}
