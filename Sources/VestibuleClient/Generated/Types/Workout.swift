// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Something that an inviter assigned to a client.
public struct Workout: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("Workout") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the workout, which other functions call `workoutId`.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The client to whom it is assigned.
  @_alwaysEmitIntoClient public var clientId: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// What the client sees first; one line of text.
  @_alwaysEmitIntoClient public var title: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// What the app says about it: any JSON object of at most 64 KiB.
  @_alwaysEmitIntoClient public var details: [String: JSONValue] {
    get { json[values: 3] }
    set { update { $0[values: 3] = newValue } }
  }

  /// When it was assigned.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 4] }
    set { update { $0[date: 4] = newValue } }
  }

  /// When the client should do it; absent for any time.
  @_alwaysEmitIntoClient public var scheduledFor: Date? {
    get { json[date: 5] }
    set { update { $0[date: 5] = newValue } }
  }

  /// When the client completed it; absent until then.
  @_alwaysEmitIntoClient public var completedAt: Date? {
    get { json[date: 6] }
    set { update { $0[date: 6] = newValue } }
  }

  /// The inviter, where the client sees the workout; absent where the inviter does.
  @_alwaysEmitIntoClient public var inviter: InviterName? {
    get { json[object: 7] }
    set { update { $0[object: 7] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, clientId: String, title: String, details: [String: JSONValue], createdAt: Date,
    scheduledFor: Date? = nil, completedAt: Date? = nil, inviter: InviterName? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[text: 1] = clientId
    json[text: 2] = title
    json[values: 3] = details
    json[date: 4] = createdAt
    json[date: 5] = scheduledFor
    json[date: 6] = completedAt
    json[object: 7] = inviter
    self.json = json
  }
}
