// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Where the account of somebody who accepts an offer comes from.
package enum AccountOrigin {
  /// This decision has made it, so nothing else is stored about it yet.
  case new
  /// It was made because of the offer.
  case createdForOffer
  /// It was there before.
  case known
}

extension Invitations {
  /// Stores an acceptance: links the client record to the account of an invitee, gives the account what the inviter has
  /// set for it, and notifies the inviter.
  /// - Parameters:
  ///   - link: the link by which the person joins; nil for an invitation.
  /// - Returns: the account with its new profile and its team.
  func accept(
    _ details: InvitationDetails, by known: Account, _ accountOrigin: AccountOrigin = .known,
    joiningBy link: JoinLink? = nil
  ) throws(Problem) -> Account {
    let (client, invitation) = (details.client, details.invitation)
    var account = known
    if invitation.role == nil {
      if link == nil, accountOrigin != .new { account = try mergeJoined(of: account, into: client) }
      try decision.tables.clients.link(clientID: client.id, to: account.id)
      if accountOrigin != .new {
        try decision.tables.joinRequests.endPending(of: account.id, to: client.teamID, at: decision.now)
      }
    } else {
      // Who has worked alone before keeps that team.
      account = try decision.teams.join(account, invitation, keepsOwnTeam: accountOrigin == .known)
      try decision.tables.clients.store(formerAccount: account.id, ofClient: client.id)
    }
    try decision.tables.invitations.markAccepted(invitation.id, at: decision.now)
    try decision.tables.outbox.cancel(of: [invitation], at: decision.now)
    try giveMetadata(of: invitation, to: account)
    return try finishAcceptance(details, by: account, joiningBy: link)
  }

  /// Gives the account what the inviter has set for it, and tells everybody of a stored acceptance.
  /// - Returns: the account with its new profile.
  func finishAcceptance(
    _ details: InvitationDetails, by known: Account, joiningBy link: JoinLink?
  ) throws(Problem) -> Account {
    let account = try withoutRoleQuestion(try withProfile(of: details, known, joiningBy: link))
    let tells = try link.map { (link) throws(Problem) in try isNoticeDue(aboutLink: link.id) }
    if let told = try forContact(details) {
      if tells ?? true { try decision.outbox.mailInviter(.invitationAccepted, about: told) { $0 } }
      try decision.outbox.pushToInviter(.invitationAccepted, about: told)
    }
    let more = JSON.object(["joinLinkId": link.map { JSON($0.id) }])
    try decision.outbox.announce(.invitationAccepted, details.invitation, account: account, with: more)
    try decision.audit(
      .invitationAccepted, account: account.id, team: details.invitation.teamID, subject: details.invitation.id)
    return account
  }

  /// Gives the account what a backend has stored with the invited person.
  private func giveMetadata(of invitation: Invitation, to account: Account) throws(Problem) {
    guard let given = invitation.userMetadata else { return }
    let own = try decision.tables.userMetadata.find(account.id)
    let all = UserMetadata.added(given, to: own)
    if all != own { try decision.tables.userMetadata.set(all, of: account.id, at: decision.now) }
  }

  /// The account with the role that it has, which is not asked any more: the acceptance depends on it.
  private func withoutRoleQuestion(_ known: Account) throws(Problem) -> Account {
    guard known.asksRole else { return known }
    var account = known
    account.asksRole = false
    try decision.tables.accounts.setRole(account.role, of: account.id, at: decision.now)
    return account
  }

  /// The records of the same team by which the account has joined, or whose inviter waits for its answer, become the
  /// record of the invitation.
  private func mergeJoined(of known: Account, into client: Client) throws(Problem) -> Account {
    try decision.tables.clients.mergeJoined(of: known.id, into: client)
    guard known.asksInviters else { return known }
    try decision.tables.waitingInviters.endQuestionsWithoutInviters(ofAccounts: [known.id])
    guard let stored = try decision.tables.accounts.find(id: known.id) else {
      throw .bug("the account of an acceptance is missing")
    }
    var account = known
    (account.asksInviters, account.waitingInviters) = (stored.asksInviters, stored.waitingInviters)
    return account
  }

  /// Gives the account's name to the records of a person who had none when joining, unless the inviter has named them.
  func nameRecords(of account: Account) throws(Problem) {
    let unnamed = try decision.policy.app.locales.map { (locale) throws(Problem) in
      try decision.messages.text(.somebody, [:], .best(for: locale, among: decision.policy.app.locales))
    }
    let names = unnamed + account.provenEmails.map(\.text)
    for client in try decision.tables.clients.all(ofAccount: account.id)
    where client.joinLinkID != nil && names.contains(client.name) {
      var named = client
      named.name = account.displayName
      try decision.tables.clients.update(named)
    }
  }

  /// Sets the inviter's profile fields. Those of a join link are the same for everybody, so they only fill gaps. Fields
  /// that the policy no longer has are skipped.
  private func withProfile(
    of details: InvitationDetails, _ known: Account, joiningBy link: JoinLink?
  ) throws(Problem) -> Account {
    let own = details.client.profile ?? [:]
    let general = (link?.profile?.members?.pairs ?? []).filter { known.profile[$0.name] == nil && own[$0.name] == nil }
    let given = (own.members?.pairs ?? []) + general.map { ($0.name, $0.value) }
    guard !given.isEmpty else { return known }
    var account = known
    for (name, value) in given {
      var changed = account
      let field = JSON.object(JSON.Members([(name, value)]))
      if decision.policy.profile.apply(field, to: &changed, isInviter: true).isEmpty { account = changed }
    }
    guard account.profile != known.profile else { return known }
    try decision.tables.accounts.update(account, at: decision.now)
    try decision.audit(
      .memberUpdated, account: details.inviter.id, team: details.invitation.teamID, subject: account.id, byOther: true)
    return account
  }

  /// Whether the inviter gets a mail about one more person who has joined by a link, or left: only a few for each link
  /// and window.
  func isNoticeDue(aboutLink id: String) throws(Problem) -> Bool {
    guard try decision.limits.allowance(.joinNotice, of: id).left > 0 else { return false }
    try decision.limits.count(.joinNotice, of: id)
    return true
  }
}
