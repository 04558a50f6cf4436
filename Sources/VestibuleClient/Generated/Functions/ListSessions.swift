// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Lists where the account is signed in.
public struct ListSessionsRequest: FunctionRequest, Equatable {
  public typealias Answer = ListSessionsResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("list-sessions", at: "/list-sessions", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListSessionsRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A request without members.
  public init() { json = JSONMembers(Self.shape) }
}

/// The list sessions result.
public struct ListSessionsResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListSessionsResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The sessions that have not ended, the last used one first.
  @_alwaysEmitIntoClient public var sessions: [ListSessionsResultSession] {
    get { json[objects: 0] }
    set { update { $0[objects: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(sessions: [ListSessionsResultSession]) {
    var json = JSONMembers(Self.shape)
    json[objects: 0] = sessions
    self.json = json
  }
}

/// A session of the account.
public struct ListSessionsResultSession: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListSessionsResultSession") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the session, for `sign-out`.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Whether it is the caller's session.
  @_alwaysEmitIntoClient public var current: Bool {
    get { json[flag: 1] }
    set { update { $0[flag: 1] = newValue } }
  }

  /// When the person signed in.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 2] }
    set { update { $0[date: 2] = newValue } }
  }

  /// When the person last proved who they are: the sign-in, or a later `reauthenticate`.
  @_alwaysEmitIntoClient public var authenticatedAt: Date {
    get { json[date: 3] }
    set { update { $0[date: 3] = newValue } }
  }

  /// When its tokens were last refreshed.
  @_alwaysEmitIntoClient public var lastUsedAt: Date {
    get { json[date: 4] }
    set { update { $0[date: 4] = newValue } }
  }

  /// When it ends if it is not used until then.
  @_alwaysEmitIntoClient public var expiresAt: Date {
    get { json[date: 5] }
    set { update { $0[date: 5] = newValue } }
  }

  /// The device of the session; absent if the app named none.
  @_alwaysEmitIntoClient public var device: SessionDevice? {
    get { json[object: 6] }
    set { update { $0[object: 6] = newValue } }
  }

  /// The client address of its last use; absent if it is not known.
  @_alwaysEmitIntoClient public var address: String? {
    get { json[text: 7] }
    set { update { $0[text: 7] = newValue } }
  }

  /// The country of the sign-in (ISO 3166-1); absent if it is not known.
  @_alwaysEmitIntoClient public var country: String? {
    get { json[text: 8] }
    set { update { $0[text: 8] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, current: Bool, createdAt: Date, authenticatedAt: Date, lastUsedAt: Date, expiresAt: Date,
    device: SessionDevice? = nil, address: String? = nil, country: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[flag: 1] = current
    json[date: 2] = createdAt
    json[date: 3] = authenticatedAt
    json[date: 4] = lastUsedAt
    json[date: 5] = expiresAt
    json[object: 6] = device
    json[text: 7] = address
    json[text: 8] = country
    self.json = json
  }
}

/// The device of the session; absent if the app named none.
public struct SessionDevice: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("SessionDevice") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The kind of the device, such as `ios`; absent if the app did not name it.
  @_alwaysEmitIntoClient public var platform: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// What the person calls the device; absent if the app did not name it.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The service that delivers push messages to the app on the device, with `pushToken`.
  @_alwaysEmitIntoClient public var pushService: DevicePushService? {
    get { json[choice: 2] }
    set { update { $0[choice: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    platform: String? = nil, name: String? = nil, pushService: DevicePushService? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = platform
    json[text: 1] = name
    json[choice: 2] = pushService
    self.json = json
  }
}
