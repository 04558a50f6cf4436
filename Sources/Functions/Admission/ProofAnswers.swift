// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// What a person answers after the first proof of their address: which of the inviters who were linked before stay, and
/// the role of the account.
struct ProofAnswers {
  /// The records whose inviters stay, and those whose inviters are left; nil if the person does not say.
  let inviters: (kept: [WaitingInviter], left: [WaitingInviter])?
  /// The role from now on; nil if it was neither asked nor answered.
  let role: String?

  /// - Throws: `client/not-found` for a record that does not wait for the account; `auth/role-immutable` for a role
  ///   that was not asked; `auth/invalid-role` for one that nobody can choose; `auth/role-mismatch` for a role with an
  ///   inviter who stays.
  init(kept ids: [String]?, role asked: String?, of account: Account, _ policy: Policy) throws(Problem) {
    let waiting = account.waitingInviters
    if let unknown = ids?.first(where: { id in !waiting.contains { $0.clientID == id } }) {
      throw Problem(.clientNotFound, "no inviter waits for the account's answer with the record \(unknown)")
    }
    let kept = ids.map { ids in waiting.filter { ids.contains($0.clientID) } }
    inviters = kept.map { kept in (kept, waiting.filter { other in !kept.contains(other) }) }
    if let asked {
      guard account.asksRole else { throw Problem(.roleImmutable, "the role of the account is not asked") }
      guard asked == account.role || policy.roles.signUp.contains(asked) else {
        throw .broken([
          Problem.Field(
            pointer: "/role", code: .invalidRole,
            detail: "should be one of: \(([account.role] + policy.roles.signUp).joined(separator: ", "))")
        ])
      }
    }
    // A client of an inviter has the invitee's role.
    let keepsTie = !(kept?.isEmpty ?? true)
    guard !keepsTie || asked ?? account.role == policy.roles.invitee else {
      throw .roleMismatch(accountIs: asked ?? account.role)
    }
    role = asked ?? (keepsTie && account.asksRole ? account.role : nil)
  }
}

extension Admission {
  /// Stores the answers. Inviters who do not stay are left, as by `leave-inviter`.
  func write(_ answers: ProofAnswers, _ account: inout Account) throws(Problem) {
    if let (kept, left) = answers.inviters, account.asksInviters {
      for each in kept {
        try decision.tables.waitingInviters.relink(clientID: each.clientID)
        try decision.audit(
          .clientKept, account: account.id, team: try decision.tables.clients.find(id: each.clientID)?.teamID,
          subject: each.clientID)
      }
      if account.emailVerified, let email = account.email {
        try decision.addresses.giveAddress(email, toRecordsOf: account)
      }
      for each in left { try leave(each.clientID, account) }
      (account.waitingInviters, account.asksInviters) = ([], false)
      try decision.tables.waitingInviters.endQuestionsWithoutInviters(ofAccounts: [account.id])
    }
    guard let role = answers.role else { return }
    if account.role != role { try decision.tables.teamSuccession.leaveShared(account.id) }
    (account.role, account.asksRole) = (role, false)
    try decision.tables.accounts.setRole(role, of: account.id, at: decision.now)
    try decision.audit(.accountRoleChosen, account: account.id)
  }

  /// Ends the tie of a client record to an account, and tells its inviter.
  func leave(_ clientID: String, _ account: Account) throws(Problem) {
    guard let invitation = try decision.tables.invitations.find(ofClient: clientID) else {
      throw .bug("a client has no invitation")
    }
    let details = try decision.invitations.details(of: invitation)
    try decision.tables.clients.unlink(clientID: clientID, at: decision.now)
    let link = details.client.joinLinkID
    let tells = try link.map { (id) throws(Problem) in try decision.invitations.isNoticeDue(aboutLink: id) }
    if tells ?? true, let told = try decision.invitations.forContact(details) {
      try decision.outbox.mailInviter(.clientLeft, about: told) { $0 }
    }
    try decision.outbox.announce(.clientLeft, invitation, account: account)
    try decision.audit(.clientLeft, account: account.id, team: details.client.teamID, subject: clientID)
  }
}
