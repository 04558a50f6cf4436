// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Replaces the recovery codes of the account.
public struct RenewRecoveryCodesRequest: FunctionRequest {
  /// What `renew-recovery-codes` answers.
  public typealias Answer = RenewRecoveryCodesResult

  /// `POST /renew-recovery-codes`. It needs a session.
  public static let function = FunctionCall("renew-recovery-codes", at: "/renew-recovery-codes", for: .session)

  /// Creates a request.
  public init() {}
}

/// What `renew-recovery-codes` answers to ``RenewRecoveryCodesRequest``.
public struct RenewRecoveryCodesResult: Codable, Equatable, Sendable {
  /// Codes for a person who has lost the second factor. Each works once. They are shown only now.
  public var recoveryCodes: [String]

  /// Creates a value, such as for a test or a preview.
  public init(recoveryCodes: [String]) {
    self.recoveryCodes = recoveryCodes
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.recoveryCodes = try container.required("recoveryCodes")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(recoveryCodes, "recoveryCodes")
  }
}
