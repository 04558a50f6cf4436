import Domain
import Storage

extension Environment {
  /// - Parameter email: the account that is tried, where an address says which.
  /// - Throws: `auth/too-many-requests` where somebody has guessed wrong too often from this client address, or
  ///   anybody at this account.
  func requireGuessesLeft(_ call: Call, account email: EmailAddress?, _ rows: Transaction) throws(Problem) {
    let address = call.clientNetwork.map { [(Limit.Name.signIn, $0)] } ?? []
    try require(address + (email.map { [(.signInAccount, $0.key)] } ?? []), rows)
  }

  /// Counts a wrong guess. An address counts as an account whether or not it has one.
  func countGuess(_ call: Call, account email: EmailAddress?, _ rows: Transaction) throws(Problem) {
    if let address = call.clientNetwork { try count(.signIn, of: address, rows) }
    if let email { try count(.signInAccount, of: email.key, rows) }
  }
}
