// SPDX-License-Identifier: Apache-2.0

/// A task that an inviter assigns to a client.
package struct Workout: Equatable, Sendable {
  package var id: String
  package var clientID: String
  /// The team of its client; empty if it was not read together with its inviter.
  package var teamID = ""
  package var title: String
  package var scheduledFor: Timestamp?
  /// The day on which the client should do it, wherever the client is: `2026-11-21`.
  package var scheduledOn: String?
  package var details: JSON
  package var createdAt: Timestamp
  /// When the client completed it; the first time counts.
  package var completedAt: Timestamp?
  /// Who assigned it; nil if it was not read together with its inviter.
  package var inviter: InviterName?

  package init(
    id: String, clientID: String, title: String, scheduledFor: Timestamp?, scheduledOn: String? = nil, details: JSON,
    createdAt: Timestamp, completedAt: Timestamp? = nil, inviter: InviterName? = nil
  ) {
    self.id = id
    self.clientID = clientID
    self.title = title
    self.scheduledFor = scheduledFor
    self.scheduledOn = scheduledOn
    self.details = details
    self.createdAt = createdAt
    self.completedAt = completedAt
    self.inviter = inviter
  }

  package var json: JSON {
    .object([
      "id": JSON(id), "clientId": JSON(clientID), "title": JSON(title),
      "scheduledFor": scheduledFor.map { JSON($0.rfc3339) }, "scheduledOn": scheduledOn.map(JSON.string),
      "details": details, "createdAt": JSON(createdAt.rfc3339),
      "completedAt": completedAt.map { JSON($0.rfc3339) }, "inviter": inviter?.json,
      "team": inviter?.team?.json,
    ])
  }
}
