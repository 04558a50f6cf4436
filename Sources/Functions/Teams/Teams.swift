// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The teams to which clients, invitations, links and workouts belong.
package struct Teams {
  package let decision: Decision

  private var policy: Policy { decision.policy }
  private var tables: Transaction { decision.tables }

  /// The teams of the caller, or of another inviter.
  package func of(_ inviter: Account) -> InviterTeams {
    let caller = decision.caller
    return InviterTeams(decision: decision, account: caller?.id == inviter.id ? caller ?? inviter : inviter)
  }

  /// Stores an inviter's own team.
  package func storeOwn(of account: Account) throws(Problem) {
    guard let id = account.defaultTeamID(policy) else { return }
    try tables.teams.insert(Team(id: id, createdAt: decision.now), owner: account.id)
  }

  /// The team in whose log an inviter's actions are; nil for other accounts.
  package func auditedTeamID(of account: Account?) -> String? {
    account.flatMap { $0.role == policy.roles.inviter ? $0.defaultTeamID(policy) : nil }
  }

  /// Adds an account that accepts an invitation into a team to that team.
  /// - Parameters:
  ///   - invitation: one to another role than the invitee's.
  ///   - keepsOwnTeam: whether the account was an inviter before, who has worked alone and keeps that team.
  /// - Returns: the account with the team in which it works.
  func join(_ known: Account, _ invitation: Invitation, keepsOwnTeam: Bool) throws(Problem) -> Account {
    guard policy.hasTeams, let asked = invitation.teamRole else { return known }
    var account = known
    if keepsOwnTeam, account.teamID == nil {
      try storeOwn(of: account)
      account.teamID = account.defaultTeamID(policy)
    }
    // An inviter who is not an owner any more can only invite members.
    let inviter = try tables.teams.membership(of: invitation.inviterID, in: invitation.teamID)
    let role: Team.Role = inviter?.role == .owner ? asked : .member
    if var membership = try tables.teams.membership(of: account.id, in: invitation.teamID) {
      guard role == .owner, membership.role != .owner else { return account }
      membership.role = .owner
      try tables.teams.add(membership)
      try decision.audit(.teamMemberChanged, account: account.id, team: invitation.teamID, subject: account.id)
      return account
    }
    try tables.teams.add(
      Membership(teamID: invitation.teamID, accountID: account.id, role: role, joinedAt: decision.now))
    try decision.audit(.teamJoined, account: account.id, team: invitation.teamID, subject: account.id)
    if (account.teamID ?? "").isEmpty { account.teamID = invitation.teamID }
    return account
  }

  /// Requires that an account may be in one more team.
  /// - Throws: `auth/too-many-requests`.
  package func requireRoomForOneMore(for account: Account) throws(Problem) {
    guard try hasRoomForOneMore(for: account) else { throw .tooManyTeams }
  }

  /// Requires that an account may take an invitation into a team.
  /// - Throws: `auth/too-many-requests`.
  func requireRoom(for account: Account, in invitation: Invitation) throws(Problem) {
    guard try hasRoom(for: account, in: invitation) else { throw .tooManyTeams }
  }

  /// Whether an account may take an invitation, if that is one into a team.
  func hasRoom(for account: Account, in invitation: Invitation) throws(Problem) -> Bool {
    guard policy.hasTeams, invitation.teamRole != nil,
      try tables.teams.membership(of: account.id, in: invitation.teamID) == nil
    else { return true }
    return try hasRoomForOneMore(for: account)
  }

  private func hasRoomForOneMore(for account: Account) throws(Problem) -> Bool {
    try tables.teams.memberships(of: account.id).count < Team.maximumPerAccount
  }

  /// An inviter as clients see it, with the team of a record.
  func named(_ inviter: Account, in teamID: String) throws(Problem) -> InviterName {
    var named = InviterName(inviter)
    if policy.hasTeams { named.team = TeamName(id: teamID, name: try tables.teams.name(of: teamID)) }
    return named
  }

  /// The member `team` of webhooks.
  func webhookMember(_ teamID: String) throws(Problem) -> JSON {
    guard policy.hasTeams, !policy.webhooks.isEmpty else { return [:] }
    return ["team": TeamName(id: teamID, name: try tables.teams.name(of: teamID)).json]
  }

  /// Requires that a client's coach is in the team.
  func requireCoach(_ id: String?, in teamID: String, at pointer: String) throws(Problem) {
    guard let id else { return }
    guard try tables.teams.membership(of: id, in: teamID) != nil else {
      throw .invalid(pointer, .eventInvalid, "is not an account of the team")
    }
  }

  /// Requires that somebody else of a team is an owner.
  /// - Throws: `team/last-owner`.
  package func requireOtherOwner(than accountID: String, in teamID: String) throws(Problem) {
    guard try tables.teams.hasOtherOwner(than: accountID, teamID) else {
      throw Problem(.teamLastOwner, "a team keeps an owner")
    }
  }

  /// - Throws: `auth/user-not-found` for an account that is not in the team.
  package func member(_ accountID: String, of teamID: String) throws(Problem) -> Membership {
    guard let member = try tables.teams.membership(of: accountID, in: teamID) else {
      throw Problem(.userNotFound, "the account is not in the team")
    }
    return member
  }

  /// An account as the inviter of something that belongs to a team, with the name and the branding of the team.
  func inviter(_ account: Account, in teamID: String) throws(Problem) -> Inviter {
    var inviter = Inviter(account)
    guard policy.hasTeams else { return inviter }
    inviter.team = TeamName(id: teamID, name: try tables.teams.name(of: teamID))
    inviter.branding = try tables.teams.find(id: teamID)?.branding ?? inviter.branding
    inviter.hasActiveColleague = try tables.teams.hasActiveMember(teamID, besides: account.id)
    return inviter
  }

  /// The inviter who is told about something that an inviter has made for a team: the same one, or another member of
  /// the team if that one is inactive or no longer in it; nil if nobody is told.
  func contact(of teamID: String, for inviter: Inviter) throws(Problem) -> Inviter? {
    guard policy.hasTeams else { return inviter }
    guard let account = try tables.teams.contact(of: teamID, for: inviter.id) else { return nil }
    return inviter.replaced(by: account)
  }
}

extension Problem {
  fileprivate static var tooManyTeams: Problem {
    Problem(.tooManyRequests, "an account is in at most \(Team.maximumPerAccount) teams", message: Message("teams"))
  }
}
