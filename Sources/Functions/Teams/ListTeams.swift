// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The teams of an inviter, in the order in which they were joined.
package enum ListTeams: Function {
  package static let name = "list-teams"

  package typealias Event = NoData

  package struct Output: FunctionOutput {
    let teams: [(name: TeamName, role: Team.Role)]

    package var json: JSON {
      ["teams": .array(teams.map { $0.name.json.merging(["role": .string($0.role.rawValue)]) })]
    }
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.giveTeam(to: call)
    return try environment.answer(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let teams = try decision.teams.of(inviter).all().map { (membership) throws(Problem) in
        let name = try decision.tables.teams.name(of: membership.teamID)
        return (TeamName(id: membership.teamID, name: name), membership.role)
      }
      return Output(teams: teams)
    }
  }
}
