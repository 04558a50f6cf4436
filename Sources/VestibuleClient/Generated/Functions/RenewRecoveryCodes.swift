// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Replaces the recovery codes of the account.
public struct RenewRecoveryCodesRequest: FunctionRequest {
  public typealias Answer = RenewRecoveryCodesResult

  /// The function that answers the request.
  public static let function = FunctionCall("renew-recovery-codes", at: "/renew-recovery-codes", for: .session)

  /// A request without members.
  public init() {}
}

/// The renew recovery codes result.
public struct RenewRecoveryCodesResult: Codable, Hashable, Sendable {
  /// Codes for a person who has lost the second factor. Each works once. They are shown only now.
  public var recoveryCodes: [String]

  /// Creates the value from its members.
  public init(recoveryCodes: [String]) {
    self.recoveryCodes = recoveryCodes
  }
}
