// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An owner names a team, or sets what its invitations show.
package enum UpdateTeam: Function {
  package static let name = "update-team"

  package struct Event {
    let name: String?
    let branding: Change<Branding>
  }

  package typealias Output = TeamOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(name: data.optionalText("name"), branding: data.change("branding") { Branding($0) })
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    rules.brokenName(in: data)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      let id = try decision.teams.of(inviter).owned().teamID
      guard event.branding.isKept || decision.policy.invitation.branding else {
        throw Problem(.permissionDenied, "the policy does not allow the branding of inviters")
      }
      guard var team = try decision.tables.teams.find(id: id) else { throw .bug("a membership has no team") }
      team.name = event.name ?? team.name
      team.branding = event.branding.applied(to: team.branding)

      try decision.tables.teams.update(team)
      try decision.audit(.teamUpdated, team: id, subject: id)
      return try Output(team, decision)
    }
  }
}
