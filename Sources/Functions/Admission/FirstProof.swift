// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// What proved an address for the first time. It is kept when all other sign-in methods are removed.
package enum FirstProof {
  case identity(Identity)
  /// The password that was given together with a mailed code.
  case password
  /// A row of an import. Its identities and password are stored afterwards.
  case imported
  /// Only the mailed code of a password reset.
  case reset
  /// Only a mailed code that signs in.
  case signInCode
}

extension Environment {
  /// Marks the unverified address of an account as verified. The person who created the account may not be the person
  /// who reads the address, so all other sign-in methods are removed: passwords, identities, sessions, second
  /// factors, pending addresses, the user name; and the branding.
  /// - Parameter account: the account with its address marked as verified.
  package func proveAddress(
    of account: Account, by proof: FirstProof, _ call: Call, _ rows: Transaction
  ) throws(Problem) {
    guard let email = account.email else { throw .bug("the account whose address is proven has no address") }
    try rows.markVerified(email, of: account.id, at: now)
    try claimEmail(of: account, call, rows)
    switch proof {
    case .identity(let identity):
      try revokeTokens(
        try rows.removeIdentities(of: account.id, except: (identity.issuer, identity.subject))
          + rows.removeProvider("password", of: account.id), rows)
    case .password: try revokeTokens(try rows.removeIdentities(of: account.id, except: nil), rows)
    case .imported, .reset, .signInCode:
      try revokeTokens(
        try rows.removeIdentities(of: account.id, except: nil) + rows.removeProvider("password", of: account.id), rows)
    }
    try rows.removeFactors(of: account.id)
    try rows.removeBrandingAndUsername(of: account.id)
    for purpose in AccountCode.Purpose.ofAddress {
      try rows.removeCodes(of: account.id, for: purpose)
    }
    try rows.revokeSessions(of: account.id, keeping: 0, as: .addressProven, at: now)
    try audit(call, "account.address-proven", account: account.id, rows)
    // A reset sends its own mail about the new password.
    if case .reset = proof { return }
    try queueNotice(.addressProven, to: account, [:], rows)
  }
}
