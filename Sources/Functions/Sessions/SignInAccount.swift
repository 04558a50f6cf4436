// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The account of each credential, in the decision.
extension SignIn {
  static func account(of identity: Identity, _ event: Verified, _ decision: Decision) throws(Problem) -> Account {
    let match = try decision.identities.match(identity)
    guard let known = try decision.identities.resolve(identity, match, restores: event.restores) else {
      if event.restores { throw .nothingToRestore }
      let (entry, displayName) = try decision.invitations.entry(
        event.role ?? decision.call.terms.newAccounts.role, proven: identity.verifiedEmail, claimed: identity.email
      )
      let limits = decision.policy.signUpLimits(entry, decision.call)
      try decision.limits.require(limits)
      let applicant = Applicant(
        identity, entry: entry, displayName: displayName, locale: decision.call.language.text,
        statement: event.statement,
        places: ("/as", event.tokenPlace))
      let account = try decision.admission.admitted(
        applicant, omission: .allowed, identity: identity, device: event.device
      )
      try decision.sessions.requireProvenAddress(of: account)
      let written = try decision.identities.write(.new(account), identity)
      if let metadata = decision.call.terms.newAccounts.metadata {
        try decision.tables.userMetadata.set(metadata, of: account.id, at: decision.now)
      }
      try decision.limits.count(limits)
      return written
    }
    try requireRole(event.role, of: known.account)
    let account = try decision.admission.account(
      known.account, stating: event.statement, identity: identity, device: event.device
    )
    if !known.provesPrimary { try decision.sessions.requireProvenAddress(of: known.account) }
    var written = try decision.identities.write(known, identity)
    try decision.admission.writeStatement(of: account, since: known.account)
    (written.birthDate, written.consent) = (account.birthDate, account.consent)
    return written
  }

  static func account(of check: PasswordCheck, _ event: Verified, _ decision: Decision) throws(Problem)
    -> Account
  {
    let known = try check.account(restores: event.restores, decision)
    try requireRole(event.role, of: known)
    let account = try decision.admission.account(known, stating: event.statement, device: event.device)
    try decision.sessions.requireProvenAddress(of: account)
    try check.renewHash(decision.tables)
    try decision.admission.writeStatement(of: account, since: known)
    return account
  }

  static func account(ofDeletionCode code: String, _ event: Verified, _ decision: Decision) throws(Problem)
    -> Account
  {
    let (known, _) = try decision.deletions.accountToRestore(withCode: code)
    let account = try decision.admission.account(known, stating: event.statement, device: event.device)
    try decision.admission.writeStatement(of: account, since: known)
    return account
  }

  static func requireRole(_ role: String?, of account: Account) throws(Problem) {
    guard role == nil || role == account.role else { throw .roleMismatch(accountIs: account.role) }
  }
}
