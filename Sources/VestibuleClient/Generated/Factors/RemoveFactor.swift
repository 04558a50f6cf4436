// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Removes a second factor.
public struct RemoveFactorRequest: FunctionRequest {
  /// What `remove-factor` answers.
  public typealias Answer = RemoveFactorResult

  /// `POST /remove-factor`. It needs a session.
  public static let function = FunctionCall("remove-factor", at: "/remove-factor", for: .session)

  /// The factor to remove. At most 64 characters.
  public var factorId: String

  /// Creates a request.
  public init(factorId: String) {
    self.factorId = factorId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.factorId = try container.required("factorId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(factorId, "factorId")
  }
}

/// What `remove-factor` answers to ``RemoveFactorRequest``.
public struct RemoveFactorResult: Codable, Equatable, Sendable {
  /// The confirmed second factors of the account, oldest first. At most 10 entries.
  public var factors: [Factor]

  /// Creates a value, such as for a test or a preview.
  public init(factors: [Factor]) {
    self.factors = factors
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.factors = try container.required("factors")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(factors, "factors")
  }
}
