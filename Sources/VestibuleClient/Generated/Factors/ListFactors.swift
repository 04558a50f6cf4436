// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Lists the second factors of the account.
public struct ListFactorsRequest: ReadingRequest {
  /// What `list-factors` answers.
  public typealias Answer = ListFactorsResult

  /// `POST /list-factors`. It needs a session.
  public static let function = FunctionCall("list-factors", at: "/list-factors", for: .session)

  /// Creates a request.
  public init() {}
}

/// What `list-factors` answers to ``ListFactorsRequest``.
public struct ListFactorsResult: Codable, Equatable, Sendable {
  /// The confirmed second factors of the account, oldest first. At most 10 entries.
  public var factors: [Factor]

  /// How many recovery codes have not been used.
  public var recoveryCodesLeft: Int

  /// Creates a value, such as for a test or a preview.
  public init(factors: [Factor], recoveryCodesLeft: Int) {
    self.factors = factors
    self.recoveryCodesLeft = recoveryCodesLeft
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.factors = try container.required("factors")
    self.recoveryCodesLeft = try container.required("recoveryCodesLeft")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(factors, "factors")
    try container.write(recoveryCodesLeft, "recoveryCodesLeft")
  }
}
