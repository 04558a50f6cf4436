// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Admission {
  /// Creates an account with an address that the operator confirms, and accepts the invitations to it.
  /// - Throws: `auth/email-already-in-use`; the rules of the policy that the account breaks.
  package func createAccount(
    _ email: EmailAddress, role: String, displayName: String, phone: String?
  ) throws(Problem) -> Account {
    if let owner = try decision.tables.accounts.find(email: email) {
      throw Problem(.emailAlreadyInUse, "\(email.text) belongs to the account \(owner.id)")
    }
    let applicant = Applicant(
      entry: .given(role: role), method: nil, email: email, emailVerified: true, displayName: displayName,
      phone: phone)
    let account = try admitted(applicant, omission: .allowed)
    try storeAccount(account)
    return try decision.invitations.acceptWaiting(for: account, isNew: true)
  }
}
