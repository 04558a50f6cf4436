// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

extension SignIn {
  /// The account of a mailed code. A code that proves an address also signs in, and one that was asked for an address
  /// without an account makes one, if the client's terms are so.
  static func account(of code: SignInCode, _ event: Verified, _ decision: Decision) throws(Problem) -> Account {
    if code.purpose == .verifyEmail || code.purpose == .changeEmail {
      let confirmed = try VerifyEmail.confirmAddress(of: code, decision)
      guard let account = try decision.tables.accounts.find(id: confirmed.id) else {
        throw .bug("the confirmed account does not exist")
      }
      return account
    }
    guard decision.call.terms.newAccounts.areMadeByMailedCode, let newcomer = try decision.codes.newcomer(of: code),
      try decision.tables.accounts.find(email: newcomer.email) == nil
    else { return try knownAccount(of: code, event, decision) }
    return try decision.newAccount(at: newcomer.email, by: code)
  }

  private static func knownAccount(
    of code: SignInCode, _ event: Verified, _ decision: Decision
  ) throws(Problem) -> Account {
    let known = try decision.codes.account(of: code)
      .signingIn(at: decision.now, restores: event.restores)
    var proven = known
    if !known.emailVerified {
      proven = known.provenByCode(decision.policy, at: decision.now)
      // The role that the event names answers the question for it.
      if let role = event.role, proven.asksRole, decision.policy.roles.signUp.contains(role) || role == known.role {
        (proven.role, proven.asksRole) = (role, false)
      }
    }
    try requireRole(event.role, of: proven)
    var account = try decision.admission.account(proven, stating: event.statement, device: event.device)
    try decision.codes.use(code, of: proven, isFirstProof: !known.emailVerified)
    if proven.role != known.role {
      try decision.tables.teamSuccession.leaveShared(known.id)
      try decision.tables.accounts.setRole(proven.role, of: known.id, at: decision.now)
    }
    try decision.admission.writeStatement(of: account, since: proven)
    if !known.emailVerified { account = try decision.identities.withQuestions(account) }
    return account
  }
}

extension Decision {
  fileprivate func newAccount(at email: EmailAddress, by code: SignInCode) throws(Problem) -> Account {
    let (entry, displayName) = try invitations.entry(call.terms.newAccounts.role, proven: email, claimed: nil)
    let limits = policy.signUpLimits(entry, call)
    try self.limits.require(limits)
    let (metadata, stated) = try codes.useUpTerms(of: code)
    let applicant = try Applicant(mailedCodeTo: email, entry, named: displayName, stating: stated, call.language)
    let account = try admission.admitted(applicant, omission: .allowed)
    try admission.storeAccount(account)
    try tables.userMetadata.set(metadata, of: account.id, at: now)
    try codes.remove(code)
    try self.limits.count(limits)
    return account
  }
}

extension Applicant {
  /// A person whom a mailed code admits.
  /// - Parameters:
  ///   - name: the inviter's, for a person who gives none.
  ///   - stated: what the person says, in the form of a sign-up.
  init(
    mailedCodeTo email: EmailAddress, _ entry: Entry, named name: String?, stating stated: Fields,
    _ language: LanguageTag
  ) throws(Problem) {
    self.init(
      entry: entry, method: .mailedCode, email: email, emailVerified: true,
      displayName: stated.optionalText("displayName") ?? name, phone: stated.optionalText("phone"),
      locale: language.text, profile: stated.json("profile"), statement: try stated.statement())
  }
}
