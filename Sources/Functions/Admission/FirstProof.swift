// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// What has proven an address from outside, and stays when everything from before ends.
public enum FirstProof {
  case identity(Identity)
  /// The password that was shown together with a mailed code.
  case password
  /// A row of an import: what it brings is written behind this.
  case imported
  /// The mailed code of a reset, alone.
  case reset
}

extension Environment {
  /// Makes an address the account's own that it had only said was its own. Whoever made the account may not be who reads
  /// the address, so every other way in ends: passwords, identities, sessions, pending addresses.
  /// - Parameter account: as it is from now on, its address verified.
  public func proveAddress(
    of account: Account, by proof: FirstProof, _ call: Call, _ rows: Transaction
  ) throws(Problem) {
    guard let email = account.email else { throw .bug("an address is proven that the account does not have") }
    try rows.markVerified(email, of: account.id, at: now)
    try claimEmail(of: account, call, rows)
    switch proof {
    case .identity(let identity):
      try rows.removeIdentities(of: account.id, except: (identity.issuer, identity.subject))
      try rows.removeProvider("password", of: account.id)
    case .password: try rows.removeIdentities(of: account.id, except: nil)
    case .imported, .reset:
      try rows.removeIdentities(of: account.id, except: nil)
      try rows.removeProvider("password", of: account.id)
    }
    for purpose in [AccountCode.Purpose.verifyEmail, .changeEmail, .resetPassword] {
      try rows.removeCodes(of: account.id, for: purpose)
    }
    try rows.revokeSessions(of: account.id, keeping: 0, as: .addressProven, at: now)
    try audit(call, "account.address-proven", account: account.id, rows)
    // A reset has a mail of its own, which tells of the new password.
    if case .reset = proof { return }
    try notify(account, of: .addressProven, [:], rows)
  }
}
