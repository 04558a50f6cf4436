// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The field problem.
public struct FieldProblem: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("FieldProblem") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// A JSON pointer (RFC 6901) into the data.
  @_alwaysEmitIntoClient public var pointer: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// The code.
  @_alwaysEmitIntoClient public var code: ErrorCode {
    get { json[choice: 1] }
    set { json[choice: 1] = newValue }
  }

  /// The detail.
  @_alwaysEmitIntoClient public var detail: String {
    get { json[text: 2] }
    set { json[text: 2] = newValue }
  }

  /// The user message.
  @_alwaysEmitIntoClient public var userMessage: String {
    get { json[text: 3] }
    set { json[text: 3] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(pointer: String, code: ErrorCode, detail: String, userMessage: String) {
    json = JSONMembers(Self.shape)
    self.pointer = pointer
    self.code = code
    self.detail = detail
    self.userMessage = userMessage
  }
}
