// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Begins to add a second factor; `confirm-factor` completes it.
public struct EnrollFactorRequest: FunctionRequest {
  public typealias Answer = EnrollFactorResult

  /// The function that answers the request.
  public static let function = FunctionCall("enroll-factor", at: "/enroll-factor", for: .session)

  /// An authenticator app, or a passkey.
  public var type: FactorType
  /// The person's name for the factor.
  public var name: String?

  /// Creates the value from its members.
  public init(type: FactorType, name: String? = nil) {
    self.type = type
    self.name = name
  }
}

/// The enroll factor result.
public struct EnrollFactorResult: Codable, Hashable, Sendable {
  /// A second factor.
  public var factor: Factor
  /// `totp`: the secret in base32.
  public var secret: String?
  /// `totp`: the `otpauth` URI of a QR code.
  public var uri: String?
  /// `passkey`: for `PublicKeyCredential.parseCreationOptionsFromJSON()`.
  public var options: [String: JSONValue]?

  /// Creates the value from its members.
  public init(factor: Factor, secret: String? = nil, uri: String? = nil, options: [String: JSONValue]? = nil) {
    self.factor = factor
    self.secret = secret
    self.uri = uri
    self.options = options
  }
}
