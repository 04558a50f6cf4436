// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Removes a client with its invitation and workouts; the person's account stays.
public struct RemoveClientRequest: FunctionRequest, Equatable {
  public typealias Answer = RemoveClientResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("remove-client", at: "/remove-client", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RemoveClientRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The client to remove.
  @_alwaysEmitIntoClient public var clientId: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(clientId: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = clientId
    self.json = json
  }
}

/// The remove client result.
public struct RemoveClientResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RemoveClientResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The client's id.
  @_alwaysEmitIntoClient public var removed: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(removed: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = removed
    self.json = json
  }
}
