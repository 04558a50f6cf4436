// SPDX-License-Identifier: Apache-2.0

/// The inviter of a client record or a workout, as the client sees it.
package struct InviterName: Equatable, Sendable {
  package var id: String
  package var displayName: String
  /// The team of the record; nil if the policy has no teams.
  package var team: TeamName?

  package init(id: String, displayName: String) {
    self.id = id
    self.displayName = displayName
  }

  package init(_ inviter: Account) { self.init(id: inviter.id, displayName: inviter.displayName) }

  package var json: JSON { ["id": .string(id), "displayName": .string(displayName)] }
  /// Members of the record.
  package var members: JSON { .object(["inviter": json, "team": team?.json]) }
}
