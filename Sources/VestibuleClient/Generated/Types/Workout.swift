// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Something that an inviter assigned to a client.
public struct Workout: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// The client id.
  public var clientId: String
  /// The title.
  public var title: String
  /// The details.
  public var details: [String: JSONValue]
  /// A timestamp (RFC 3339) in UTC.
  public var createdAt: Date
  /// A timestamp (RFC 3339) in UTC.
  public var scheduledFor: Date?
  /// When the client completed it.
  public var completedAt: Date?
  /// An inviter, as its clients see it.
  public var inviter: InviterName?

  /// Creates the value from its members.
  public init(
    id: String, clientId: String, title: String, details: [String: JSONValue], createdAt: Date,
    scheduledFor: Date? = nil, completedAt: Date? = nil, inviter: InviterName? = nil
  ) {
    self.id = id
    self.clientId = clientId
    self.title = title
    self.details = details
    self.createdAt = createdAt
    self.scheduledFor = scheduledFor
    self.completedAt = completedAt
    self.inviter = inviter
  }
}
