// SPDX-License-Identifier: Apache-2.0

import Domain

extension AccountTable {
  /// The sign-in methods of an account that are stored with it: its identity providers, and the password.
  package func signInMethods(of accountID: String) throws(Problem) -> [SignInMethod] {
    try transaction.query(
      """
      SELECT DISTINCT provider FROM identities WHERE account_id = $1 AND ended_at IS NULL
      UNION SELECT 'password' FROM passwords WHERE account_id = $1 ORDER BY 1
      """, [.text(accountID)]
    ).map { (row) throws(Problem) in SignInMethod(try row.text("provider")) }
  }

  /// Removes the identities of an account, except `kept`.
  /// - Returns: their refresh tokens, which the caller has to revoke.
  package func removeIdentities(
    of accountID: String, except kept: (issuer: String, subject: String)?
  ) throws(Problem) -> [SealedValue<IdentityKey>] {
    try transaction.identityTokens.refreshTokens(
      ofRemoved: "account_id = $1 AND NOT (issuer = $2 AND subject = $3)",
      [.text(accountID), .text(kept?.issuer ?? ""), .text(kept?.subject ?? "")])
  }

  /// Removes a provider's identities, or the password, from an account.
  /// - Returns: as of `removeIdentities`.
  package func remove(
    _ method: SignInMethod, of accountID: String
  ) throws(Problem) -> [SealedValue<IdentityKey>] {
    guard method == .password else {
      return try transaction.identityTokens.refreshTokens(
        ofRemoved: "account_id = $1 AND provider = $2", [.text(accountID), .text(method.name)])
    }
    try transaction.change("DELETE FROM passwords WHERE account_id = $1", [.text(accountID)])
    return []
  }
}
