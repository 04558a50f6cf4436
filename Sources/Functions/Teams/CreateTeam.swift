// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter makes a team, and owns it.
package enum CreateTeam: Function {
  package static let name = "create-team"

  package typealias Output = TeamOutput

  package static func event(from data: Fields) throws(Problem) -> String { try data.text("name") }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    rules.brokenName(in: data)
  }

  package static func answer(
    _ name: String, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    guard call.key?.teamID == nil else { throw Problem(.permissionDenied, "a team makes no other team") }
    return try environment.decide(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      try decision.teams.requireRoomForOneMore(for: inviter)
      let team = Team(id: decision.newID(), name: name, createdAt: decision.now)
      try decision.tables.teams.insert(team, owner: inviter.id)
      decision.use(team.id)
      try decision.audit(.teamCreated, team: team.id, subject: team.id)
      return try Output(team, decision)
    }
  }
}
