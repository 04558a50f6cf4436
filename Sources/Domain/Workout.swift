// SPDX-License-Identifier: Apache-2.0

/// A task that an inviter assigns to a client.
package struct Workout: Equatable, Sendable {
  package var id: String
  package var clientID: String
  package var title: String
  package var scheduledFor: Timestamp?
  package var details: JSON
  package var createdAt: Timestamp

  package init(
    id: String, clientID: String, title: String, scheduledFor: Timestamp?, details: JSON, createdAt: Timestamp
  ) {
    self.id = id
    self.clientID = clientID
    self.title = title
    self.scheduledFor = scheduledFor
    self.details = details
    self.createdAt = createdAt
  }

  package var json: JSON {
    .object([
      "id": JSON(id), "clientId": JSON(clientID), "title": JSON(title),
      "scheduledFor": scheduledFor.map { JSON($0.rfc3339) }, "details": details, "createdAt": JSON(createdAt.rfc3339),
    ])
  }
}
