// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Something that an inviter assigned to a client.
public struct Workout: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("Workout") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The id.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// The client id.
  @_alwaysEmitIntoClient public var clientId: String {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// The title.
  @_alwaysEmitIntoClient public var title: String {
    get { json[text: 2] }
    set { json[text: 2] = newValue }
  }

  /// The details.
  @_alwaysEmitIntoClient public var details: [String: JSONValue] {
    get { json[values: 3] }
    set { json[values: 3] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 4] }
    set { json[date: 4] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var scheduledFor: Date? {
    get { json[date: 5] }
    set { json[date: 5] = newValue }
  }

  /// When the client completed it.
  @_alwaysEmitIntoClient public var completedAt: Date? {
    get { json[date: 6] }
    set { json[date: 6] = newValue }
  }

  /// An inviter, as its clients see it.
  @_alwaysEmitIntoClient public var inviter: InviterName? {
    get { json[object: 7] }
    set { json[object: 7] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, clientId: String, title: String, details: [String: JSONValue], createdAt: Date,
    scheduledFor: Date? = nil, completedAt: Date? = nil, inviter: InviterName? = nil
  ) {
    json = JSONMembers(Self.shape)
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
