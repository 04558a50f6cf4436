// SPDX-License-Identifier: Apache-2.0

/// Inviters who share clients, invitations, join links and workouts. Every inviter begins in a team of its own.
package struct Team: Equatable, Sendable {
  package enum Role: String, Sendable { case owner, member }

  package var id: String
  /// Nil until it is named; a team without a name is shown with its owner's name.
  package var name: String?
  /// The branding of its invitations; nil for that of the inviter.
  package var branding: Branding?
  package var createdAt: Timestamp

  /// The maximum number of teams of one account.
  package static let maximumPerAccount = 10

  package init(id: String, name: String? = nil, branding: Branding? = nil, createdAt: Timestamp) {
    (self.id, self.name, self.branding, self.createdAt) = (id, name, branding, createdAt)
  }
}

/// An account in a team.
package struct Membership: Equatable, Sendable {
  package var teamID: String
  package var accountID: String
  package var role: Team.Role
  package var joinedAt: Timestamp

  package init(teamID: String, accountID: String, role: Team.Role, joinedAt: Timestamp) {
    (self.teamID, self.accountID, self.role, self.joinedAt) = (teamID, accountID, role, joinedAt)
  }
}

/// A team as results name it.
package struct TeamName: Equatable, Sendable {
  package var id: String
  /// The name of the team, or that of its owner.
  package var name: String

  package init(id: String, name: String) { (self.id, self.name) = (id, name) }

  package var json: JSON { ["id": .string(id), "name": .string(name)] }
}
