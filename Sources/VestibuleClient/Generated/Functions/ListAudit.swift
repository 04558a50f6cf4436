// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Lists what the inviter did and what happened to its invitations and clients, newest first.
public struct ListAuditRequest: FunctionRequest, Equatable {
  public typealias Answer = ListAuditResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("list-audit", at: "/list-audit", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListAuditRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// Only entries with this action, such as `invitation.accepted`.
  @_alwaysEmitIntoClient public var action: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Only entries about this invitation, client or session.
  @_alwaysEmitIntoClient public var subjectId: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The maximum number of items in a page; default 50.
  @_alwaysEmitIntoClient public var limit: Int? {
    get { json[integer: 2] }
    set { update { $0[integer: 2] = newValue } }
  }

  /// The `nextCursor` of the previous page.
  @_alwaysEmitIntoClient public var cursor: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    action: String? = nil, subjectId: String? = nil, limit: Int? = nil, cursor: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = action
    json[text: 1] = subjectId
    json[integer: 2] = limit
    json[text: 3] = cursor
    self.json = json
  }
}

/// The list audit result.
public struct ListAuditResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListAuditResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The entries of this page, newest first.
  @_alwaysEmitIntoClient public var entries: [ListAuditResultEntry] {
    get { json[objects: 0] }
    set { update { $0[objects: 0] = newValue } }
  }

  /// The `cursor` of the next page; null on the last page.
  @_alwaysEmitIntoClient public var nextCursor: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(entries: [ListAuditResultEntry], nextCursor: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[objects: 0] = entries
    json[text: 1] = nextCursor
    self.json = json
  }
}

/// An entry of the audit log.
public struct ListAuditResultEntry: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListAuditResultEntry") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the entry.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// When it happened.
  @_alwaysEmitIntoClient public var at: Date {
    get { json[date: 1] }
    set { update { $0[date: 1] = newValue } }
  }

  /// The function that was called.
  @_alwaysEmitIntoClient public var function: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// What an entry of the audit log records.
  @_alwaysEmitIntoClient public var action: AuditAction {
    get { json[choice: 3] }
    set { update { $0[choice: 3] = newValue } }
  }

  /// The account that acted; absent if there was none, as of a bounced mail.
  @_alwaysEmitIntoClient public var accountId: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// The invitation, client or session that was affected; absent if there is none.
  @_alwaysEmitIntoClient public var subjectId: String? {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// The code of a refusal; absent if the event was granted.
  @_alwaysEmitIntoClient public var code: ErrorCode? {
    get { json[choice: 6] }
    set { update { $0[choice: 6] = newValue } }
  }

  /// The inviter's sign-in method: the provider's name in the policy, or `password`; absent if nobody signed
  /// in.
  @_alwaysEmitIntoClient public var provider: String? {
    get { json[text: 7] }
    set { update { $0[text: 7] = newValue } }
  }

  /// The inviter's network address; absent if it is not known, no longer kept, or a client's.
  @_alwaysEmitIntoClient public var address: String? {
    get { json[text: 8] }
    set { update { $0[text: 8] = newValue } }
  }

  /// The User-Agent header of the request; absent if it is not known or no longer kept.
  @_alwaysEmitIntoClient public var userAgent: String? {
    get { json[text: 9] }
    set { update { $0[text: 9] = newValue } }
  }

  /// The trace of the request, as in the server's log; absent if there is none.
  @_alwaysEmitIntoClient public var traceId: String? {
    get { json[text: 10] }
    set { update { $0[text: 10] = newValue } }
  }

  /// The number of refusals, where refusals by one limit are one entry; absent otherwise.
  @_alwaysEmitIntoClient public var count: Int? {
    get { json[integer: 11] }
    set { update { $0[integer: 11] = newValue } }
  }

  /// When the last of these refusals happened; absent without `count`.
  @_alwaysEmitIntoClient public var lastAt: Date? {
    get { json[date: 12] }
    set { update { $0[date: 12] = newValue } }
  }

  /// The operating system's user, where an operator acted by a command; absent otherwise.
  @_alwaysEmitIntoClient public var `operator`: String? {
    get { json[text: 13] }
    set { update { $0[text: 13] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, at: Date, function: String, action: AuditAction, accountId: String? = nil, subjectId: String? = nil,
    code: ErrorCode? = nil, provider: String? = nil, address: String? = nil, userAgent: String? = nil,
    traceId: String? = nil, count: Int? = nil, lastAt: Date? = nil, `operator`: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[date: 1] = at
    json[text: 2] = function
    json[choice: 3] = action
    json[text: 4] = accountId
    json[text: 5] = subjectId
    json[choice: 6] = code
    json[text: 7] = provider
    json[text: 8] = address
    json[text: 9] = userAgent
    json[text: 10] = traceId
    json[integer: 11] = count
    json[date: 12] = lastAt
    json[text: 13] = `operator`
    self.json = json
  }
}
