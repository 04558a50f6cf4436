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

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.pointer = try container.required("pointer")
    self.code = try container.required("code")
    self.detail = try container.required("detail")
    self.userMessage = try container.required("userMessage")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(pointer, "pointer")
    try container.write(code, "code")
    try container.write(detail, "detail")
    try container.write(userMessage, "userMessage")
  }
}
