import Domain
import Storage

/// Where the policy requires a nonce, an ID token opens one session, in whatever function: somebody who gets hold of it
/// afterwards has nothing. Other tokens cost no statement here.
extension Environment {
  /// Asked before the first write, so that a refusal uses nothing up.
  /// - Throws: `auth/id-token-used`.
  func requireUnused(_ identity: Identity, _ rows: Transaction) throws(Problem) {
    guard let token = identity.singleUse, try rows.isUsed(token) else { return }
    throw Problem(.idTokenUsed, "the ID token has opened a session already")
  }

  /// Uses the token up, in the transaction that begins its session.
  func markUsed(_ identity: Identity, _ rows: Transaction) throws(Problem) {
    guard let token = identity.singleUse else { return }
    try rows.markUsed(token)
  }
}
