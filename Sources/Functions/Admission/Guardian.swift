import Domain
import Identity
import Storage

extension Environment {
  /// - Throws: `auth/too-many-requests` where the guardian's address has been written to too often.
  func requireGuardianCanBeAsked(_ account: Account, _ rows: Transaction) throws(Problem) {
    guard let guardian = account.consent.guardianEmail else { return }
    try require(.guardian, of: guardian.key, rows)
  }

  /// Queues the mail that asks a guardian, with a code that lasts as long as the account; codes that went out before are
  /// of no use any more.
  func askGuardian(of account: Account, _ call: Call, _ rows: Transaction) throws(Problem) {
    guard let guardian = account.consent.guardianEmail else { throw .bug("a guardian is asked who has no address") }
    try count(.guardian, of: guardian.key, rows)
    try rows.removeCodes(of: account.id, for: .guardian)
    _ = try queueCode(.guardian, for: account, to: guardian, isTaken: false, call, rows)
    try audit(call, "account.guardian-asked", account: account.id, rows)
  }
}
