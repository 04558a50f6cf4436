// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The teams of an inviter. Clients, invitations, links and workouts belong to a team, and every member sees
/// and changes them.
package struct InviterTeams {
  let decision: Decision
  /// The inviter.
  let account: Account

  /// The teams in the order in which the inviter joined them. Without teams in the policy it is the one that the
  /// account works in.
  func memberships() throws(Problem) -> [Membership] {
    if decision.policy.hasTeams {
      var all = try decision.tables.teams.memberships(of: account.id)
      // The key of a team reaches no other team, no matter which member it acts as.
      if let own = decision.call.key?.teamID { all.removeAll { $0.teamID != own } }
      // The account may have been read before it was taken out of its last team.
      guard all.isEmpty, account.teamID == nil else { return all }
    }
    guard let id = account.defaultTeamID(decision.policy) else { return [] }
    return [Membership(teamID: id, accountID: account.id, role: .owner, joinedAt: account.createdAt)]
  }

  /// The team that the event means: the one that it names, or the inviter's only one.
  /// - Throws: `team/not-found` for a team that the inviter is not in, and if there is none; `event/invalid` if the
  ///   event does not say which of several.
  package func chosen() throws(Problem) -> Membership {
    let all = try memberships()
    // Pages do not ask for the team.
    let named = decision.call.teamID ?? (decision.call.isFromPage ? account.defaultTeamID(decision.policy) : nil)
    if all.count > 1, named == nil {
      throw .invalid("/teamId", .eventInvalid, "is required, because the account is in several teams")
    }
    let found = if let named { all.first { $0.teamID == named } } else { all.first }
    guard let found else { throw Self.notFound }
    decision.use(found.teamID)
    return found
  }

  /// All teams of the inviter, for answers that show something of each.
  func all() throws(Problem) -> [Membership] {
    let all = try memberships()
    for membership in all { decision.use(membership.teamID) }
    return all
  }

  /// The chosen team. The inviter has to be one of its owners.
  /// - Throws: `auth/permission-denied`.
  func owned() throws(Problem) -> Membership {
    let membership = try chosen()
    try requireOwner(membership)
    return membership
  }

  /// Requires that the inviter owns a team, such as to invite an owner.
  /// - Throws: `auth/permission-denied`.
  func requireOwner(of teamID: String) throws(Problem) {
    guard decision.policy.hasTeams else { return }
    try requireOwner(try memberships().first { $0.teamID == teamID })
  }

  private func requireOwner(_ membership: Membership?) throws(Problem) {
    guard membership?.role == .owner else {
      throw Problem(.permissionDenied, "only an owner of the team may do this")
    }
  }

  /// Whether something belongs to a team of the inviter, and to the one that the event names.
  func hasAccess(to teamID: String) throws(Problem) -> Bool {
    guard try namedOrAll().contains(where: { $0.teamID == teamID }) else { return false }
    decision.use(teamID)
    return true
  }

  /// The teams of the inviter that the event means: the one that it names, or all.
  /// - Throws: `team/not-found` for a team that the inviter is not in.
  func namedOrAll() throws(Problem) -> [Membership] {
    let all = try memberships()
    guard let named = decision.call.teamID else { return all }
    guard let found = all.first(where: { $0.teamID == named }) else { throw Self.notFound }
    return [found]
  }

  static var notFound: Problem { Problem(.teamNotFound, "the account is in no team with that id") }
}

extension Account {
  /// The id of the team in which an inviter works; nil after the account has left its last team. Without teams in the
  /// policy it is never nil. The id of an inviter's own team is known before the team is stored, and does not reveal
  /// the id of the account.
  func defaultTeamID(_ policy: Policy) -> String? {
    guard let teamID else { return ownTeamID("team") }
    guard teamID.isEmpty else { return teamID }
    return policy.hasTeams ? nil : ownTeamID("team after the last one")
  }

  /// Whether the team in which the account works is not stored yet.
  func needsTeam(_ policy: Policy) -> Bool {
    role == policy.roles.inviter && (teamID == nil || teamID == "" && !policy.hasTeams)
  }

  private func ownTeamID(_ purpose: String) -> String {
    // Hexadecimal: an id that began with a hyphen would be an option in a shell.
    sha256(Array("\(purpose)\n\(id)".utf8)).prefix(16).hexadecimal
  }
}
