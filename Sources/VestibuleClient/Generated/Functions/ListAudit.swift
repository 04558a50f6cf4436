// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Lists what the inviter did and what happened to its invitations and clients, newest first.
public struct ListAuditRequest: FunctionRequest {
  public typealias Answer = ListAuditResult

  /// The function that answers the request.
  public static let function = FunctionCall("list-audit", at: "/list-audit", for: .session)

  /// Only entries with this action, such as `invitation.accepted`.
  public var action: String?
  /// An opaque id.
  public var subjectId: String?
  /// The maximum number of items in a page; default 50.
  public var limit: Int?
  /// The `nextCursor` of the previous page.
  public var cursor: String?

  /// Creates the value from its members.
  public init(action: String? = nil, subjectId: String? = nil, limit: Int? = nil, cursor: String? = nil) {
    self.action = action
    self.subjectId = subjectId
    self.limit = limit
    self.cursor = cursor
  }
}

/// The list audit result.
public struct ListAuditResult: Codable, Hashable, Sendable {
  /// The entries.
  public var entries: [ListAuditResultEntry]
  /// The `cursor` of the next page; null on the last page.
  public var nextCursor: String?

  /// Creates the value from its members.
  public init(entries: [ListAuditResultEntry], nextCursor: String? = nil) {
    self.entries = entries
    self.nextCursor = nextCursor
  }
}

/// The list audit result entry.
public struct ListAuditResultEntry: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// A timestamp (RFC 3339) in UTC.
  public var at: Date
  /// The function.
  public var function: String
  /// The action.
  public var action: String
  /// The account that acted.
  public var accountId: String?
  /// The invitation, client or session that was affected.
  public var subjectId: String?
  /// The code.
  public var code: ErrorCode?
  /// The inviter's sign-in method: the provider's name in the policy, or `password`.
  public var provider: String?
  /// The address.
  public var address: String?
  /// The user agent.
  public var userAgent: String?
  /// The trace id.
  public var traceId: String?
  /// The number of refusals, where refusals by one limit are one entry.
  public var count: Int?
  /// A timestamp (RFC 3339) in UTC.
  public var lastAt: Date?
  /// The operating system's user, where an operator acted by a command.
  public var `operator`: String?

  /// Creates the value from its members.
  public init(
    id: String, at: Date, function: String, action: String, accountId: String? = nil, subjectId: String? = nil,
    code: ErrorCode? = nil, provider: String? = nil, address: String? = nil, userAgent: String? = nil,
    traceId: String? = nil, count: Int? = nil, lastAt: Date? = nil, `operator`: String? = nil
  ) {
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
