// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Ends the caller's connection with an inviter. The inviter's record of the client stays.
public struct LeaveInviterRequest: FunctionRequest, Equatable {
  public typealias Answer = LeaveInviterResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("leave-inviter", at: "/leave-inviter", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("LeaveInviterRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The inviter's record of the caller, from `clients` of `get-account`.
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

/// The leave inviter result.
public struct LeaveInviterResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("LeaveInviterResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The client's id.
  @_alwaysEmitIntoClient public var left: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(left: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = left
    self.json = json
  }
}
