// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The public keys of access tokens (RFC 7517).
public struct JwksRequest: FunctionRequest {
  public typealias Answer = JwksResult

  /// The function that answers the request.
  public static let function = FunctionCall("jwks", at: "/jwks", .get, for: .everyone)

  /// A request without members.
  public init() {}
}

/// The jwks result.
public struct JwksResult: Codable, Hashable, Sendable {
  /// The keys.
  public var keys: [JwksResultKey]

  /// Creates the value from its members.
  public init(keys: [JwksResultKey]) {
    self.keys = keys
  }
}

/// The jwks result key.
public struct JwksResultKey: Codable, Hashable, Sendable {
  /// The kty.
  public var kty: String
  /// The crv.
  public var crv: String
  /// The x.
  public var x: String
  /// The y.
  public var y: String
  /// The kid.
  public var kid: String
  /// The use.
  public var use: String
  /// The alg.
  public var alg: String

  /// Creates the value from its members.
  public init(kty: String, crv: String, x: String, y: String, kid: String, use: String, alg: String) {
    self.kty = kty
    self.crv = crv
    self.x = x
    self.y = y
    self.kid = kid
    self.use = use
    self.alg = alg
  }
}
