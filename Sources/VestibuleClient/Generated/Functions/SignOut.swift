// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Ends the caller's session, another session of the account, or all of them.
public struct SignOutRequest: FunctionRequest, Equatable {
  public typealias Answer = SignOutResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("sign-out", at: "/sign-out", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("SignOutRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// Ends all sessions of the account.
  @_alwaysEmitIntoClient public var everywhere: Bool? {
    get { json[flag: 0] }
    set { update { $0[flag: 0] = newValue } }
  }

  /// Another session of the account, from `list-sessions`; without it, the caller's.
  @_alwaysEmitIntoClient public var sessionId: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(everywhere: Bool? = nil, sessionId: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[flag: 0] = everywhere
    json[text: 1] = sessionId
    self.json = json
  }
}

/// The sign out result.
public struct SignOutResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("SignOutResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The number of sessions that were ended.
  @_alwaysEmitIntoClient public var ended: Int {
    get { json[integer: 0] }
    set { update { $0[integer: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(ended: Int) {
    var json = JSONMembers(Self.shape)
    json[integer: 0] = ended
    self.json = json
  }
}
