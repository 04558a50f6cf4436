// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Lists the people who want to join by the inviter's links and wait for the answer.
public struct ListJoinRequestsRequest: PagedRequest {
  /// What `list-join-requests` answers.
  public typealias Answer = ListJoinRequestsResult

  /// `POST /list-join-requests`. It needs a session.
  public static let function = FunctionCall("list-join-requests", at: "/list-join-requests", for: .session)

  /// The maximum number of items in a page; default 50. 1 to 100.
  public var limit: Int?

  /// The `nextCursor` of the previous page. At most 256 characters.
  public var cursor: String?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(limit: Int? = nil, cursor: String? = nil, teamId: String? = nil) {
    self.limit = limit
    self.cursor = cursor
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.limit = try container.optional("limit")
    self.cursor = try container.optional("cursor")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(limit, "limit")
    try container.writeIfPresent(cursor, "cursor")
    try container.writeIfPresent(teamId, "teamId")
  }

  /// The `joinRequests` of a page.
  public static func entries(of page: ListJoinRequestsResult) -> [ListJoinRequestsResult.JoinRequest] {
    page.joinRequests
  }

  /// The `cursor` of the next page; nil after the last one.
  public static func nextCursor(of page: ListJoinRequestsResult) -> String? { page.nextCursor }
}

/// What `list-join-requests` answers to ``ListJoinRequestsRequest``.
public struct ListJoinRequestsResult: Codable, Equatable, Sendable {
  /// The requests of this page, oldest first. At most 100 entries.
  public var joinRequests: [JoinRequest]

  /// The `cursor` of the next page; nil on the last page.
  public var nextCursor: String?

  /// Creates a value, such as for a test or a preview.
  public init(joinRequests: [JoinRequest], nextCursor: String? = nil) {
    self.joinRequests = joinRequests
    self.nextCursor = nextCursor
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.joinRequests = try container.required("joinRequests")
    self.nextCursor = try container.optional("nextCursor")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(joinRequests, "joinRequests")
    try container.writeIfPresent(nextCursor, "nextCursor")
  }

  /// A person who wants to join.
  public struct JoinRequest: Codable, Hashable, Identifiable, Sendable {
    /// The id of the request, which `answer-join-request` calls `joinRequestId`.
    public var id: String

    /// Who wants to join.
    public var account: Account

    /// By which link.
    public var joinLink: JoinLink

    /// When the person asked.
    public var createdAt: Date

    /// Creates a value, such as for a test or a preview.
    public init(id: String, account: Account, joinLink: JoinLink, createdAt: Date) {
      self.id = id
      self.account = account
      self.joinLink = joinLink
      self.createdAt = createdAt
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.id = try container.required("id")
      self.account = try container.required("account")
      self.joinLink = try container.required("joinLink")
      self.createdAt = try container.required("createdAt")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(id, "id")
      try container.write(account, "account")
      try container.write(joinLink, "joinLink")
      try container.write(createdAt, "createdAt")
    }

    /// Who wants to join.
    public struct Account: Codable, Hashable, Sendable {
      /// The person's name; empty if there is none.
      public var displayName: String

      /// Whether the person has proven the address.
      public var emailVerified: Bool

      /// The person's address; nil if there is none.
      public var email: String?

      /// Creates a value, such as for a test or a preview.
      public init(displayName: String, emailVerified: Bool, email: String? = nil) {
        self.displayName = displayName
        self.emailVerified = emailVerified
        self.email = email
      }

      /// Reads the value from JSON.
      public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MemberName.self)
        self.displayName = try container.required("displayName")
        self.emailVerified = try container.required("emailVerified")
        self.email = try container.optional("email")
      }

      /// Writes the value as JSON.
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        try container.write(displayName, "displayName")
        try container.write(emailVerified, "emailVerified")
        try container.writeIfPresent(email, "email")
      }
    }

    /// By which link.
    public struct JoinLink: Codable, Hashable, Identifiable, Sendable {
      /// The id of the link.
      public var id: String

      /// What the inviter calls it; nil if it has no name.
      public var name: String?

      /// Creates a value, such as for a test or a preview.
      public init(id: String, name: String? = nil) {
        self.id = id
        self.name = name
      }

      /// Reads the value from JSON.
      public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MemberName.self)
        self.id = try container.required("id")
        self.name = try container.optional("name")
      }

      /// Writes the value as JSON.
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        try container.write(id, "id")
        try container.writeIfPresent(name, "name")
      }
    }
  }
}
