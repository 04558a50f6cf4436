// SPDX-License-Identifier: Apache-2.0

/// A task that an inviter assigns to a client.
public struct Workout: Equatable, Sendable {
  public var id: String
  public var clientID: String
  public var title: String
  public var scheduledFor: Timestamp?
  public var details: JSON
  public var createdAt: Timestamp

  public init(
    id: String, clientID: String, title: String, scheduledFor: Timestamp?, details: JSON, createdAt: Timestamp
  ) {
    self.id = id
    self.clientID = clientID
    self.title = title
    self.scheduledFor = scheduledFor
    self.details = details
    self.createdAt = createdAt
  }

  public var json: JSON {
    .object([
      "id": JSON(id), "clientId": JSON(clientID), "title": JSON(title),
      "scheduledFor": scheduledFor.map { JSON($0.rfc3339) }, "details": details, "createdAt": JSON(createdAt.rfc3339),
    ])
  }
}
