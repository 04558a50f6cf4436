// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The public keys of access tokens (RFC 7517).
public struct JwksRequest: FunctionRequest, Equatable {
  public typealias Answer = JwksResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("jwks", at: "/jwks", .get, for: .everyone)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("JwksRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A request without members.
  public init() { json = JSONMembers(Self.shape) }
}

/// The jwks result.
public struct JwksResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("JwksResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The public keys with which access tokens are verified.
  @_alwaysEmitIntoClient public var keys: [JwksResultKey] {
    get { json[objects: 0] }
    set { update { $0[objects: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(keys: [JwksResultKey]) {
    var json = JSONMembers(Self.shape)
    json[objects: 0] = keys
    self.json = json
  }
}

/// A public key (RFC 7517).
public struct JwksResultKey: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("JwksResultKey") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The type of the key: `EC`.
  @_alwaysEmitIntoClient public var kty: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The curve: `P-256`.
  @_alwaysEmitIntoClient public var crv: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The x coordinate of the public point, in base64url.
  @_alwaysEmitIntoClient public var x: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The y coordinate of the public point, in base64url.
  @_alwaysEmitIntoClient public var y: String {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// The id of the key, which the header of a token names.
  @_alwaysEmitIntoClient public var kid: String {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// What the key is for: `sig`, signatures.
  @_alwaysEmitIntoClient public var use: String {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// The algorithm of the signatures: `ES256`.
  @_alwaysEmitIntoClient public var alg: String {
    get { json[text: 6] }
    set { update { $0[text: 6] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    kty: String, crv: String, x: String, y: String, kid: String, use: String, alg: String
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = kty
    json[text: 1] = crv
    json[text: 2] = x
    json[text: 3] = y
    json[text: 4] = kid
    json[text: 5] = use
    json[text: 6] = alg
    self.json = json
  }
}
