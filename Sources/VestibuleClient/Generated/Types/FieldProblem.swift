// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The field problem.
public struct FieldProblem: Codable, Hashable, Sendable {
  /// A JSON pointer (RFC 6901) into the data.
  public var pointer: String
  /// The code.
  public var code: ErrorCode
  /// The detail.
  public var detail: String
  /// The user message.
  public var userMessage: String

  /// Creates the value from its members.
  public init(pointer: String, code: ErrorCode, detail: String, userMessage: String) {
    self.pointer = pointer
    self.code = code
    self.detail = detail
    self.userMessage = userMessage
  }
}
