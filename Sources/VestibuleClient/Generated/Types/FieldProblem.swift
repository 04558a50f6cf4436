// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// An invalid field of the data.
public struct FieldProblem: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("FieldProblem") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A JSON pointer (RFC 6901) into the data.
  @_alwaysEmitIntoClient public var pointer: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Which rule the field breaks.
  @_alwaysEmitIntoClient public var code: ErrorCode {
    get { json[choice: 1] }
    set { update { $0[choice: 1] = newValue } }
  }

  /// Which rule the field breaks, in words for developers.
  @_alwaysEmitIntoClient public var detail: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The text to show the person next to the field, in the caller's language.
  @_alwaysEmitIntoClient public var userMessage: String {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(pointer: String, code: ErrorCode, detail: String, userMessage: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = pointer
    json[choice: 1] = code
    json[text: 2] = detail
    json[text: 3] = userMessage
    self.json = json
  }
}
