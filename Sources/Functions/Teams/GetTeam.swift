// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A team of an inviter: who is in it, and who is invited.
package enum GetTeam: Function {
  package static let name = "get-team"

  package typealias Event = NoData

  package struct Output: FunctionOutput {
    package let team: TeamOutput
    package let members: TeamMembersOutput
    package let invited: [(invitation: Invitation, client: Client)]

    package var json: JSON {
      team.json.merging(members.json).merging(["invited": .array(invited.map(Self.json))])
    }

    private static func json(_ waiting: (invitation: Invitation, client: Client)) -> JSON {
      .object([
        "invitationId": .string(waiting.invitation.id), "name": .string(waiting.client.name),
        "email": waiting.client.email.map { .string($0.text) },
        "role": .string((waiting.invitation.teamRole ?? .member).rawValue),
        "expiresAt": .string(waiting.invitation.expiresAt.rfc3339),
      ])
    }
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.giveTeam(to: call)
    return try environment.answer(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let id = try decision.teams.of(inviter).chosen().teamID
      let teams = decision.tables.teams
      guard let team = try teams.find(id: id) else { throw .bug("a membership has no team") }
      return Output(
        team: try TeamOutput(team, decision), members: TeamMembersOutput(members: try teams.members(of: id)),
        invited: try teams.invited(into: id, now: decision.now))
    }
  }
}
