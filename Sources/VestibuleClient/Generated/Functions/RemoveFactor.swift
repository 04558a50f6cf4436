// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Removes a second factor.
public struct RemoveFactorRequest: FunctionRequest {
  public typealias Answer = RemoveFactorResult

  /// The function that answers the request.
  public static let function = FunctionCall("remove-factor", at: "/remove-factor", for: .session)

  /// An opaque id.
  public var factorId: String

  /// Creates the value from its members.
  public init(factorId: String) {
    self.factorId = factorId
  }
}

/// The remove factor result.
public struct RemoveFactorResult: Codable, Hashable, Sendable {
  /// The confirmed second factors of the account, oldest first.
  public var factors: [Factor]

  /// Creates the value from its members.
  public init(factors: [Factor]) {
    self.factors = factors
  }
}
