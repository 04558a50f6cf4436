// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An owner removes a member from a team, or a member leaves it. The member's clients, invitations and workouts stay in
/// the team. The member's sessions stay too, but no longer have access to the team.
package enum RemoveTeamMember: Function {
  package static let name = "remove-team-member"

  package typealias Output = TeamMembersOutput

  package static func event(from data: Fields) throws(Problem) -> String { try data.text("accountId") }

  package static func answer(
    _ accountID: String, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let leaves = accountID == inviter.id
      let teams = decision.teams.of(inviter)
      let id = try leaves ? teams.chosen().teamID : teams.owned().teamID
      let member = try decision.teams.member(accountID, of: id)
      if member.role == .owner { try decision.teams.requireOtherOwner(than: accountID, in: id) }

      try decision.tables.teams.remove(accountID, from: id)
      try decision.audit(.teamMemberRemoved, team: id, subject: accountID)
      // A member who has left sees nothing of the team, but may repeat the event.
      if leaves { decision.useNoTeam() }
      return Output(members: leaves ? [] : try decision.tables.teams.members(of: id))
    }
  }
}
