// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Begins a sign-in with a passkey.
public struct PasskeyOptionsRequest: FunctionRequest, Equatable {
  public typealias Answer = PasskeyOptionsResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("passkey-options", at: "/passkey-options", for: .everyone)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("PasskeyOptionsRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A request without members.
  public init() { json = JSONMembers(Self.shape) }
}

/// The passkey options result.
public struct PasskeyOptionsResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("PasskeyOptionsResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts.
  @_alwaysEmitIntoClient public var challenge: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// For `PublicKeyCredential.parseRequestOptionsFromJSON()`.
  @_alwaysEmitIntoClient public var options: [String: JSONValue] {
    get { json[values: 1] }
    set { update { $0[values: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(challenge: String, options: [String: JSONValue]) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = challenge
    json[values: 1] = options
    self.json = json
  }
}
