// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Decision {
  /// Adds an account that accepts an invitation into a team to that team.
  /// - Parameters:
  ///   - invitation: one to another role than the invitee's.
  ///   - keepsOwnTeam: whether the account was an inviter before, who has worked alone and keeps that team.
  /// - Returns: the account with the team in which it works.
  func join(_ known: Account, _ invitation: Invitation, keepsOwnTeam: Bool) throws(Problem) -> Account {
    guard policy.hasTeams, let asked = invitation.teamRole else { return known }
    var account = known
    if keepsOwnTeam, account.teamID == nil {
      try giveTeam(account)
      account.teamID = account.defaultTeamID(policy)
    }
    // An inviter who is not an owner any more can only invite members.
    let inviter = try transaction.teams.membership(of: invitation.inviterID, in: invitation.teamID)
    let role: Team.Role = inviter?.role == .owner ? asked : .member
    if var membership = try transaction.teams.membership(of: account.id, in: invitation.teamID) {
      guard role == .owner, membership.role != .owner else { return account }
      membership.role = .owner
      try transaction.teams.add(membership)
      try audit(.teamMemberChanged, account: account.id, team: invitation.teamID, subject: account.id)
      return account
    }
    try transaction.teams.add(
      Membership(teamID: invitation.teamID, accountID: account.id, role: role, joinedAt: now))
    try audit(.teamJoined, account: account.id, team: invitation.teamID, subject: account.id)
    if (account.teamID ?? "").isEmpty { account.teamID = invitation.teamID }
    return account
  }

  /// Requires that an account may be in one more team.
  /// - Throws: `auth/too-many-requests`.
  package func requireRoomForTeam(of account: Account) throws(Problem) {
    guard try hasRoomForTeam(of: account) else { throw .tooManyTeams }
  }

  /// Requires that an account may take an invitation into a team.
  /// - Throws: `auth/too-many-requests`.
  func requireRoom(for account: Account, in invitation: Invitation) throws(Problem) {
    guard try hasRoom(for: account, in: invitation) else { throw .tooManyTeams }
  }

  /// Whether an account may take an invitation, if that is one into a team.
  func hasRoom(for account: Account, in invitation: Invitation) throws(Problem) -> Bool {
    guard policy.hasTeams, invitation.teamRole != nil,
      try transaction.teams.membership(of: account.id, in: invitation.teamID) == nil
    else { return true }
    return try hasRoomForTeam(of: account)
  }

  private func hasRoomForTeam(of account: Account) throws(Problem) -> Bool {
    try transaction.teams.memberships(of: account.id).count < Team.maximumPerAccount
  }

  /// An inviter as clients see it, with the team of a record.
  func named(_ inviter: Account, in teamID: String) throws(Problem) -> InviterName {
    var named = InviterName(inviter)
    if policy.hasTeams { named.team = TeamName(id: teamID, name: try transaction.teams.name(of: teamID)) }
    return named
  }

  /// The member `team` of webhooks.
  func announced(_ teamID: String) throws(Problem) -> JSON {
    guard policy.hasTeams, !policy.webhooks.isEmpty else { return [:] }
    return ["team": TeamName(id: teamID, name: try transaction.teams.name(of: teamID)).json]
  }

  /// Requires that a client's coach is in the team.
  func requireCoach(_ id: String?, in teamID: String, at pointer: String) throws(Problem) {
    guard let id else { return }
    guard try transaction.teams.membership(of: id, in: teamID) != nil else {
      throw .invalid(pointer, .eventInvalid, "is no account of the team")
    }
  }

  /// Requires that somebody else of a team is an owner.
  /// - Throws: `team/last-owner`.
  package func requireOtherOwner(than accountID: String, in teamID: String) throws(Problem) {
    guard try transaction.teams.hasOtherOwner(than: accountID, teamID) else {
      throw Problem(.teamLastOwner, "a team keeps an owner")
    }
  }
}

/// The members of a team.
package struct TeamMembersOutput: FunctionOutput {
  package let members: [TeamMember]

  package var json: JSON { ["members": .array(members.map(\.json))] }
}

extension TeamMember {
  package var json: JSON {
    [
      "accountId": .string(membership.accountID), "displayName": .string(displayName),
      "email": email.map { .string($0.text) } ?? .null, "role": .string(membership.role.rawValue),
      "joinedAt": .string(membership.joinedAt.rfc3339),
    ]
  }
}

/// A team with the name that is shown.
package struct TeamOutput: FunctionOutput {
  let team: Team
  package let name: String
  /// Whether the name is the team's own, and not its owner's.
  package var isNamed: Bool { team.name != nil }

  init(_ team: Team, _ decision: Decision) throws(Problem) {
    self.team = team
    name = if let name = team.name { name } else { try decision.transaction.teams.name(of: team.id) }
  }

  package var json: JSON {
    [
      "team": .object([
        "id": .string(team.id), "name": .string(name), "branding": team.branding?.json,
        "createdAt": .string(team.createdAt.rfc3339),
      ])
    ]
  }
}

extension Problem {
  fileprivate static var tooManyTeams: Problem {
    Problem(.tooManyRequests, "an account is in at most \(Team.maximumPerAccount) teams")
  }
}
