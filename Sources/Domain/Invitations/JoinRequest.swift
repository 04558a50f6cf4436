// SPDX-License-Identifier: Apache-2.0

/// A person who wants to join by a link whose inviter has to agree.
package struct JoinRequest: Equatable, Sendable {
  package enum Status: String, Sendable { case pending, approved, refused, expired }

  package var id: String
  package var joinLinkID: String
  package var teamID: String
  package var accountID: String
  /// The status in the database. Show `status(at:)`.
  package var storedStatus: Status
  package var createdAt: Timestamp
  package var answeredAt: Timestamp?

  /// How long a request waits for an answer.
  package static let lifetime = Duration.days(30)
  /// After which time a refused person may ask again.
  package static let pause = Duration.days(1)

  package init(
    id: String, joinLinkID: String, teamID: String, accountID: String, storedStatus: Status = .pending,
    createdAt: Timestamp, answeredAt: Timestamp? = nil
  ) {
    self.id = id
    self.joinLinkID = joinLinkID
    self.teamID = teamID
    self.accountID = accountID
    self.storedStatus = storedStatus
    self.createdAt = createdAt
    self.answeredAt = answeredAt
  }

  /// An old request has ended even if the sweep has not marked it yet.
  package func status(at now: Timestamp) -> Status {
    storedStatus == .pending && createdAt + Self.lifetime <= now ? .expired : storedStatus
  }

  package func json(at now: Timestamp) -> JSON {
    ["id": .string(id), "status": .string(status(at: now).rawValue)]
  }

  /// The request as its sender sees it at once.
  package var json: JSON { ["id": .string(id), "status": .string(storedStatus.rawValue)] }
}
