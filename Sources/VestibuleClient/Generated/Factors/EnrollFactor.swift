// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Begins to add a second factor; `confirm-factor` completes it.
public struct EnrollFactorRequest: FunctionRequest {
  /// What `enroll-factor` answers.
  public typealias Answer = EnrollFactorResult

  /// `POST /enroll-factor`. It needs a session.
  public static let function = FunctionCall("enroll-factor", at: "/enroll-factor", for: .session)

  /// An authenticator app, or a passkey.
  public var type: FactorType

  /// The person's name for the factor. At most 100 characters.
  public var name: String?

  /// Creates a request. What is nil is not sent.
  public init(type: FactorType, name: String? = nil) {
    self.type = type
    self.name = name
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.type = try container.required("type")
    self.name = try container.optional("name")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(type, "type")
    try container.writeIfPresent(name, "name")
  }
}

/// What `enroll-factor` answers to ``EnrollFactorRequest``.
public struct EnrollFactorResult: Codable, Equatable, Sendable {
  /// A second factor.
  public var factor: Factor

  /// The secret of an authenticator app in base32; nil for a passkey.
  public var secret: String?

  /// The `otpauth` URI of a QR code for an authenticator app; nil for a passkey.
  public var uri: String?

  /// For `PublicKeyCredential.parseCreationOptionsFromJSON()`; nil for an authenticator app.
  public var options: [String: JSONValue]?

  /// Creates a value, such as for a test or a preview.
  public init(factor: Factor, secret: String? = nil, uri: String? = nil, options: [String: JSONValue]? = nil) {
    self.factor = factor
    self.secret = secret
    self.uri = uri
    self.options = options
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.factor = try container.required("factor")
    self.secret = try container.optional("secret")
    self.uri = try container.optional("uri")
    self.options = try container.optional("options")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(factor, "factor")
    try container.writeIfPresent(secret, "secret")
    try container.writeIfPresent(uri, "uri")
    try container.writeIfPresent(options, "options")
  }
}
