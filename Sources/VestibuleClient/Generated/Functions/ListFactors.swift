// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Lists the second factors of the account.
public struct ListFactorsRequest: FunctionRequest {
  public typealias Answer = ListFactorsResult

  /// The function that answers the request.
  public static let function = FunctionCall("list-factors", at: "/list-factors", for: .session)

  /// A request without members.
  public init() {}
}

/// The list factors result.
public struct ListFactorsResult: Codable, Hashable, Sendable {
  /// The confirmed second factors of the account, oldest first.
  public var factors: [Factor]
  /// The recovery codes left.
  public var recoveryCodesLeft: Int

  /// Creates the value from its members.
  public init(factors: [Factor], recoveryCodesLeft: Int) {
    self.factors = factors
    self.recoveryCodesLeft = recoveryCodesLeft
  }
}
