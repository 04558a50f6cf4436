// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Confirms a new second factor; every later sign-in needs it.
///
/// Exactly one of these is present:
/// - `code`
/// - `credential`
public struct ConfirmFactorRequest: FunctionRequest {
  /// What `confirm-factor` answers.
  public typealias Answer = ConfirmFactorResult

  /// `POST /confirm-factor`. It needs a session.
  public static let function = FunctionCall("confirm-factor", at: "/confirm-factor", for: .session)

  /// The `factor.id` of `enroll-factor`. At most 64 characters.
  public internal(set) var factorId: String

  /// A code of an authenticator app: 6 digits. At most 16 characters.
  public internal(set) var code: String?

  /// The answer of an authenticator: `PublicKeyCredential.toJSON()`.
  public internal(set) var credential: [String: JSONValue]?

  /// One of the static functions makes a request.
  init(factorId: String, code: String? = nil, credential: [String: JSONValue]? = nil) {
    self.factorId = factorId
    self.code = code
    self.credential = credential
  }

  /// With the code of an authenticator app.
  public static func code(_ code: String, factorId: String) -> ConfirmFactorRequest {
    ConfirmFactorRequest(factorId: factorId, code: code)
  }

  /// With what the authenticator of a passkey answered.
  public static func passkey(credential: [String: JSONValue], factorId: String) -> ConfirmFactorRequest {
    ConfirmFactorRequest(factorId: factorId, credential: credential)
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.factorId = try container.required("factorId")
    self.code = try container.optional("code")
    self.credential = try container.optional("credential")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(factorId, "factorId")
    try container.writeIfPresent(code, "code")
    try container.writeIfPresent(credential, "credential")
  }
}

/// What `confirm-factor` answers to ``ConfirmFactorRequest``.
public struct ConfirmFactorResult: Codable, Equatable, Sendable {
  /// The confirmed second factors of the account, oldest first. At most 10 entries.
  public var factors: [Factor]

  /// Codes for a person who has lost the second factor. Each works once. They are shown only now; nil unless it is
  /// the first factor.
  public var recoveryCodes: [String]?

  /// Creates a value, such as for a test or a preview.
  public init(factors: [Factor], recoveryCodes: [String]? = nil) {
    self.factors = factors
    self.recoveryCodes = recoveryCodes
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.factors = try container.required("factors")
    self.recoveryCodes = try container.optional("recoveryCodes")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(factors, "factors")
    try container.writeIfPresent(recoveryCodes, "recoveryCodes")
  }
}
