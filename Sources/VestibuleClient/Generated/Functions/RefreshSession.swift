// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Exchanges a refresh token for the session's next tokens.
public struct RefreshSessionRequest: FunctionRequest, Equatable {
  public typealias Answer = RefreshSessionResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("refresh-session", at: "/refresh-session", for: .everyone)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RefreshSessionRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The last refresh token of the session.
  @_alwaysEmitIntoClient public var refreshToken: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Required, with the id of the session's device, if the policy has `session.bindDevice`.
  @_alwaysEmitIntoClient public var device: Device? {
    get { json[object: 1] }
    set { update { $0[object: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(refreshToken: String, device: Device? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = refreshToken
    json[object: 1] = device
    self.json = json
  }
}

/// The refresh session result.
public struct RefreshSessionResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RefreshSessionResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The tokens of a session.
  @_alwaysEmitIntoClient public var session: Tokens {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(session: Tokens) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = session
    self.json = json
  }
}
