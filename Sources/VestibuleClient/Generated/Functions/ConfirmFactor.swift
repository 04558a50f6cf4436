// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Confirms a new second factor; every later sign-in needs it. Exactly one of these is present: `code`;
/// `credential`.
public struct ConfirmFactorRequest: FunctionRequest {
  public typealias Answer = ConfirmFactorResult

  /// The function that answers the request.
  public static let function = FunctionCall("confirm-factor", at: "/confirm-factor", for: .session)

  /// An opaque id.
  public var factorId: String
  /// A code of an authenticator app: 6 digits.
  public var code: String?
  /// The answer of an authenticator: `PublicKeyCredential.toJSON()`.
  public var credential: [String: JSONValue]?

  /// Creates the value from its members.
  public init(factorId: String, code: String? = nil, credential: [String: JSONValue]? = nil) {
    self.factorId = factorId
    self.code = code
    self.credential = credential
  }
}

/// The confirm factor result.
public struct ConfirmFactorResult: Codable, Hashable, Sendable {
  /// The confirmed second factors of the account, oldest first.
  public var factors: [Factor]
  /// Codes for a person who has lost the second factor. Each works once. They are shown only now.
  public var recoveryCodes: [String]?

  /// Creates the value from its members.
  public init(factors: [Factor], recoveryCodes: [String]? = nil) {
    self.factors = factors
    self.recoveryCodes = recoveryCodes
  }
}
