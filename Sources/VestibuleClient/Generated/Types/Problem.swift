// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// A problem (RFC 9457).
public struct Problem: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("Problem") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The kind of the problem as a URI: `urn:vestibule:` and the code.
  @_alwaysEmitIntoClient public var type: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The HTTP status.
  @_alwaysEmitIntoClient public var status: Int {
    get { json[integer: 1] }
    set { update { $0[integer: 1] = newValue } }
  }

  /// What was refused or failed: a code of a closed list.
  @_alwaysEmitIntoClient public var code: ErrorCode {
    get { json[choice: 2] }
    set { update { $0[choice: 2] = newValue } }
  }

  /// The same for every occurrence of the code.
  @_alwaysEmitIntoClient public var title: String {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// What was wrong in this case, for developers.
  @_alwaysEmitIntoClient public var detail: String {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// The text to show the person, in the caller's language.
  @_alwaysEmitIntoClient public var userMessage: String {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// Whether the same event may succeed later.
  @_alwaysEmitIntoClient public var retryable: Bool {
    get { json[flag: 6] }
    set { update { $0[flag: 6] = newValue } }
  }

  /// The seconds to wait before repeating the event; absent if no time is known.
  @_alwaysEmitIntoClient public var retryAfter: Int? {
    get { json[integer: 7] }
    set { update { $0[integer: 7] = newValue } }
  }

  /// What the person can do about it; absent if no action helps.
  @_alwaysEmitIntoClient public var requiresAction: RequiredAction? {
    get { json[choice: 8] }
    set { update { $0[choice: 8] = newValue } }
  }

  /// The sign-in methods of the account, of `auth/wrong-password`; absent with other codes.
  @_alwaysEmitIntoClient public var providers: [String]? {
    get { json[texts: 9] }
    set { update { $0[texts: 9] = newValue } }
  }

  /// The invalid fields of the data; absent if it is not about fields.
  @_alwaysEmitIntoClient public var errors: [FieldProblem]? {
    get { json[objects: 10] }
    set { update { $0[objects: 10] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    type: String, status: Int, code: ErrorCode, title: String, detail: String, userMessage: String, retryable: Bool,
    retryAfter: Int? = nil, requiresAction: RequiredAction? = nil, providers: [String]? = nil,
    errors: [FieldProblem]? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = type
    json[integer: 1] = status
    json[choice: 2] = code
    json[text: 3] = title
    json[text: 4] = detail
    json[text: 5] = userMessage
    json[flag: 6] = retryable
    json[integer: 7] = retryAfter
    json[choice: 8] = requiresAction
    json[texts: 9] = providers
    json[objects: 10] = errors
    self.json = json
  }
}
