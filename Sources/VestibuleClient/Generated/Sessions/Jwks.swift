// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The public keys of access tokens (RFC 7517).
public struct JwksRequest: FunctionRequest {
  /// What `jwks` answers.
  public typealias Answer = JwksResult

  /// `GET /jwks`. It needs no session.
  public static let function = FunctionCall("jwks", at: "/jwks", .get, for: .anyone)

  /// Creates a request.
  public init() {}
}

/// What `jwks` answers to ``JwksRequest``.
public struct JwksResult: Codable, Equatable, Sendable {
  /// The public keys with which access tokens are verified. At most 10 entries.
  public var keys: [Key]

  /// Creates a value, such as for a test or a preview.
  public init(keys: [Key]) {
    self.keys = keys
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.keys = try container.required("keys")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(keys, "keys")
  }

  /// A public key (RFC 7517).
  public struct Key: Codable, Equatable, Sendable {
    /// The type of the key: `EC`.
    public var kty: String

    /// The curve: `P-256`.
    public var crv: String

    /// The x coordinate of the public point, in base64url.
    public var x: String

    /// The y coordinate of the public point, in base64url.
    public var y: String

    /// The id of the key, which the header of a token names.
    public var kid: String

    /// What the key is for: `sig`, signatures.
    public var use: String

    /// The algorithm of the signatures: `ES256`.
    public var alg: String

    /// Creates a value, such as for a test or a preview.
    public init(kty: String, crv: String, x: String, y: String, kid: String, use: String, alg: String) {
      self.kty = kty
      self.crv = crv
      self.x = x
      self.y = y
      self.kid = kid
      self.use = use
      self.alg = alg
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.kty = try container.required("kty")
      self.crv = try container.required("crv")
      self.x = try container.required("x")
      self.y = try container.required("y")
      self.kid = try container.required("kid")
      self.use = try container.required("use")
      self.alg = try container.required("alg")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(kty, "kty")
      try container.write(crv, "crv")
      try container.write(x, "x")
      try container.write(y, "y")
      try container.write(kid, "kid")
      try container.write(use, "use")
      try container.write(alg, "alg")
    }
  }
}
