// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

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
    name = if let name = team.name { name } else { try decision.tables.teams.name(of: team.id) }
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
