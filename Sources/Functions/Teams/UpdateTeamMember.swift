// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An owner gives a member of the team another role, or gives up their own ownership.
package enum UpdateTeamMember: Function {
  package static let name = "update-team-member"

  package struct Event {
    let accountID: String
    let role: Team.Role
  }

  package typealias Output = TeamMembersOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    guard let role = Team.Role(rawValue: try data.text("role")) else { throw .bug("the schema allows an unknown role") }
    return Event(accountID: try data.text("accountId"), role: role)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let teams = decision.tables.teams
      let id = try decision.teams.of(inviter).owned().teamID
      var member = try decision.teams.member(event.accountID, of: id)
      if event.role == .member { try decision.teams.requireOtherOwner(than: member.accountID, in: id) }
      if member.role != event.role {
        member.role = event.role
        try teams.add(member)
        try decision.audit(.teamMemberChanged, team: id, subject: member.accountID)
      }
      return Output(members: try teams.members(of: id))
    }
  }
}
