// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Lists what the inviter did and what happened to its invitations and clients, newest first.
public struct ListAuditRequest: FunctionRequest {
  public typealias Answer = ListAuditResult

  /// The function that answers the request.
  public static let function = FunctionCall("list-audit", at: "/list-audit", for: .session)

  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("ListAuditRequest") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// Only entries with this action, such as `invitation.accepted`.
  @_alwaysEmitIntoClient public var action: String? {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// An opaque id.
  @_alwaysEmitIntoClient public var subjectId: String? {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// The maximum number of items in a page; default 50.
  @_alwaysEmitIntoClient public var limit: Int? {
    get { json[integer: 2] }
    set { json[integer: 2] = newValue }
  }

  /// The `nextCursor` of the previous page.
  @_alwaysEmitIntoClient public var cursor: String? {
    get { json[text: 3] }
    set { json[text: 3] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    action: String? = nil, subjectId: String? = nil, limit: Int? = nil, cursor: String? = nil
  ) {
    json = JSONMembers(Self.shape)
    self.action = action
    self.subjectId = subjectId
    self.limit = limit
    self.cursor = cursor
  }
}

/// The list audit result.
public struct ListAuditResult: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("ListAuditResult") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The entries.
  @_alwaysEmitIntoClient public var entries: [ListAuditResultEntry] {
    get { json[objects: 0] }
    set { json[objects: 0] = newValue }
  }

  /// The `cursor` of the next page; null on the last page.
  @_alwaysEmitIntoClient public var nextCursor: String? {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(entries: [ListAuditResultEntry], nextCursor: String? = nil) {
    json = JSONMembers(Self.shape)
    self.entries = entries
    self.nextCursor = nextCursor
  }
}

/// The list audit result entry.
public struct ListAuditResultEntry: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("ListAuditResultEntry") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The id.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var at: Date {
    get { json[date: 1] }
    set { json[date: 1] = newValue }
  }

  /// The function.
  @_alwaysEmitIntoClient public var function: String {
    get { json[text: 2] }
    set { json[text: 2] = newValue }
  }

  /// The action.
  @_alwaysEmitIntoClient public var action: String {
    get { json[text: 3] }
    set { json[text: 3] = newValue }
  }

  /// The account that acted.
  @_alwaysEmitIntoClient public var accountId: String? {
    get { json[text: 4] }
    set { json[text: 4] = newValue }
  }

  /// The invitation, client or session that was affected.
  @_alwaysEmitIntoClient public var subjectId: String? {
    get { json[text: 5] }
    set { json[text: 5] = newValue }
  }

  /// The code.
  @_alwaysEmitIntoClient public var code: ErrorCode? {
    get { json[choice: 6] }
    set { json[choice: 6] = newValue }
  }

  /// The inviter's sign-in method: the provider's name in the policy, or `password`.
  @_alwaysEmitIntoClient public var provider: String? {
    get { json[text: 7] }
    set { json[text: 7] = newValue }
  }

  /// The address.
  @_alwaysEmitIntoClient public var address: String? {
    get { json[text: 8] }
    set { json[text: 8] = newValue }
  }

  /// The user agent.
  @_alwaysEmitIntoClient public var userAgent: String? {
    get { json[text: 9] }
    set { json[text: 9] = newValue }
  }

  /// The trace id.
  @_alwaysEmitIntoClient public var traceId: String? {
    get { json[text: 10] }
    set { json[text: 10] = newValue }
  }

  /// The number of refusals, where refusals by one limit are one entry.
  @_alwaysEmitIntoClient public var count: Int? {
    get { json[integer: 11] }
    set { json[integer: 11] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var lastAt: Date? {
    get { json[date: 12] }
    set { json[date: 12] = newValue }
  }

  /// The operating system's user, where an operator acted by a command.
  @_alwaysEmitIntoClient public var `operator`: String? {
    get { json[text: 13] }
    set { json[text: 13] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, at: Date, function: String, action: String, accountId: String? = nil, subjectId: String? = nil,
    code: ErrorCode? = nil, provider: String? = nil, address: String? = nil, userAgent: String? = nil,
    traceId: String? = nil, count: Int? = nil, lastAt: Date? = nil, `operator`: String? = nil
  ) {
    json = JSONMembers(Self.shape)
    self.id = id
    self.at = at
    self.function = function
    self.action = action
    self.accountId = accountId
    self.subjectId = subjectId
    self.code = code
    self.provider = provider
    self.address = address
    self.userAgent = userAgent
    self.traceId = traceId
    self.count = count
    self.lastAt = lastAt
    self.operator = `operator`
  }
}
