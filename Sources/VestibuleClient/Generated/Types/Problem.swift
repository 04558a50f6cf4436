// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// A problem (RFC 9457).
public struct Problem: Codable, Equatable, Sendable {
  /// The kind of the problem as a URI: `urn:vestibule:` and the code.
  public var type: String

  /// The HTTP status. 400 to 599.
  public var status: Int

  /// What was refused or failed: a code of a closed list.
  public var code: ErrorCode

  /// The same for every occurrence of the code.
  public var title: String

  /// What was wrong in this case, for developers.
  public var detail: String

  /// The text to show the person, in the caller's language.
  public var userMessage: String

  /// Whether the same event may succeed later.
  public var retryable: Bool

  /// The seconds to wait before repeating the event; nil if no time is known.
  public var retryAfter: Int?

  /// What the person can do about it; nil if no action helps.
  public var requiresAction: RequiredAction?

  /// The sign-in methods of the account, of `auth/wrong-password`; nil with other codes.
  public var providers: [String]?

  /// The record that the inviter has of the person, of `client/duplicate`; nil with other codes.
  public var clientId: String?

  /// The invitation of that record, of `client/duplicate`; or the invitation that the entry of a list is about. Nil
  /// otherwise.
  public var invitationId: String?

  /// The invalid fields of the data; nil if it is not about fields.
  public var errors: [FieldProblem]?

  /// Creates a value, such as for a test or a preview.
  public init(
    type: String, status: Int, code: ErrorCode, title: String, detail: String, userMessage: String, retryable: Bool,
    retryAfter: Int? = nil, requiresAction: RequiredAction? = nil, providers: [String]? = nil, clientId: String? = nil,
    invitationId: String? = nil, errors: [FieldProblem]? = nil
  ) {
    self.type = type
    self.status = status
    self.code = code
    self.title = title
    self.detail = detail
    self.userMessage = userMessage
    self.retryable = retryable
    self.retryAfter = retryAfter
    self.requiresAction = requiresAction
    self.providers = providers
    self.clientId = clientId
    self.invitationId = invitationId
    self.errors = errors
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.type = try container.required("type")
    self.status = try container.required("status")
    self.code = try container.required("code")
    self.title = try container.required("title")
    self.detail = try container.required("detail")
    self.userMessage = try container.required("userMessage")
    self.retryable = try container.required("retryable")
    self.retryAfter = try container.optional("retryAfter")
    self.requiresAction = try container.optional("requiresAction")
    self.providers = try container.optional("providers")
    self.clientId = try container.optional("clientId")
    self.invitationId = try container.optional("invitationId")
    self.errors = try container.optional("errors")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(type, "type")
    try container.write(status, "status")
    try container.write(code, "code")
    try container.write(title, "title")
    try container.write(detail, "detail")
    try container.write(userMessage, "userMessage")
    try container.write(retryable, "retryable")
    try container.writeIfPresent(retryAfter, "retryAfter")
    try container.writeIfPresent(requiresAction, "requiresAction")
    try container.writeIfPresent(providers, "providers")
    try container.writeIfPresent(clientId, "clientId")
    try container.writeIfPresent(invitationId, "invitationId")
    try container.writeIfPresent(errors, "errors")
  }
}
