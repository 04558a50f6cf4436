// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// An invalid field of the data.
public struct FieldProblem: Codable, Equatable, Sendable {
  /// A JSON pointer (RFC 6901) into the data.
  public var pointer: String

  /// Which rule the field breaks.
  public var code: ErrorCode

  /// Which rule the field breaks, in words for developers.
  public var detail: String

  /// The text to show the person next to the field, in the caller's language.
  public var userMessage: String

  /// Creates a value, such as for a test or a preview.
  public init(pointer: String, code: ErrorCode, detail: String, userMessage: String) {
    self.pointer = pointer
    self.code = code
    self.detail = detail
    self.userMessage = userMessage
  }
}
