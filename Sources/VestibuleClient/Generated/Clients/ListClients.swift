// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Lists the inviter's clients, each with its invitation.
public struct ListClientsRequest: PagedRequest {
  /// What `list-clients` answers.
  public typealias Answer = ListClientsResult

  /// `POST /list-clients`. It needs a session.
  public static let function = FunctionCall("list-clients", at: "/list-clients", for: .session)

  /// Only clients whose invitation has this status now.
  public var status: InvitationStatus?

  /// Only clients whose invitation is pending and whose last message did not arrive. `false` with the status
  /// `pending`: only the other ones.
  public var undelivered: Bool?

  /// The order: by creation, the oldest first (`created`, the default); by name; by the last sign-in, the latest
  /// first and nobody last (`signedIn`); or by the last sending, the latest first (`sent`). Use a cursor only with
  /// the `sort` it came from.
  public var sort: Sort?

  /// Part of a name or address; upper and lower case are equal. At most 200 characters.
  public var query: String?

  /// The maximum number of items in a page; default 50. 1 to 100.
  public var limit: Int?

  /// The `nextCursor` of the previous page. At most 256 characters.
  public var cursor: String?

  /// How many clients to leave out first, for pages with numbers. A cursor needs less work. 0 to 100000.
  public var skip: Int?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Only clients for whom this member of the team is responsible. Only with `teams` of the policy. At most 64
  /// characters.
  public var coachId: String?

  /// Creates a request. What is nil is not sent.
  public init(
    status: InvitationStatus? = nil, undelivered: Bool? = nil, sort: Sort? = nil, query: String? = nil,
    limit: Int? = nil, cursor: String? = nil, skip: Int? = nil, teamId: String? = nil, coachId: String? = nil
  ) {
    self.status = status
    self.undelivered = undelivered
    self.sort = sort
    self.query = query
    self.limit = limit
    self.cursor = cursor
    self.skip = skip
    self.teamId = teamId
    self.coachId = coachId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.status = try container.optional("status")
    self.undelivered = try container.optional("undelivered")
    self.sort = try container.optional("sort")
    self.query = try container.optional("query")
    self.limit = try container.optional("limit")
    self.cursor = try container.optional("cursor")
    self.skip = try container.optional("skip")
    self.teamId = try container.optional("teamId")
    self.coachId = try container.optional("coachId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(status, "status")
    try container.writeIfPresent(undelivered, "undelivered")
    try container.writeIfPresent(sort, "sort")
    try container.writeIfPresent(query, "query")
    try container.writeIfPresent(limit, "limit")
    try container.writeIfPresent(cursor, "cursor")
    try container.writeIfPresent(skip, "skip")
    try container.writeIfPresent(teamId, "teamId")
    try container.writeIfPresent(coachId, "coachId")
  }

  /// The `clients` of a page.
  public static func entries(of page: ListClientsResult) -> [ListClientsResult.Client] { page.clients }

  /// The `cursor` of the next page; nil after the last one.
  public static func nextCursor(of page: ListClientsResult) -> String? { page.nextCursor }

  /// The order: by creation, the oldest first (`created`, the default); by name; by the last sign-in, the latest
  /// first and nobody last (`signedIn`); or by the last sending, the latest first (`sent`). Use a cursor only with
  /// the `sort` it came from.
  public struct Sort: OpenEnumeration {
    /// `created`: by creation, the oldest first.
    public static let created = Sort(rawValue: "created")
    /// `name`: by name.
    public static let name = Sort(rawValue: "name")
    /// `signedIn`: by the last sign-in, the latest first.
    public static let signedIn = Sort(rawValue: "signedIn")
    /// `sent`: by the last sending of the invitation, the latest first.
    public static let sent = Sort(rawValue: "sent")

    /// The value as the server writes it.
    public let rawValue: String

    /// The value with this text, also if this version of the kit does not know it.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

/// What `list-clients` answers to ``ListClientsRequest``.
public struct ListClientsResult: Codable, Equatable, Sendable {
  /// The clients of this page, in the order of `sort`. At most 100 entries.
  public var clients: [Client]

  /// The `cursor` of the next page; nil on the last page.
  public var nextCursor: String?

  /// Creates a value, such as for a test or a preview.
  public init(clients: [Client], nextCursor: String? = nil) {
    self.clients = clients
    self.nextCursor = nextCursor
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.clients = try container.required("clients")
    self.nextCursor = try container.optional("nextCursor")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(clients, "clients")
    try container.writeIfPresent(nextCursor, "nextCursor")
  }

  /// An inviter's record of a person, and the last invitation.
  public struct Client: Codable, Hashable, Identifiable, Sendable {
    /// The id of the record, which other functions call `clientId`.
    public var id: String

    /// The client's name, as the inviter wrote it.
    public var name: String

    /// When the client was first invited.
    public var createdAt: Date

    /// The client's last invitation.
    public var invitation: Invitation

    /// The address to which invitations go; nil if the inviter does not know it.
    public var email: String?

    /// The telephone number in the international form (E.164), or as typed if it cannot be read; nil if there is
    /// none.
    public var phone: String?

    /// The inviter's notes, which the client never sees; nil if there are none.
    public var notes: String?

    /// The language of the client's invitations (BCP 47); nil for the inviter's.
    public var locale: String?

    /// The account that accepted the invitation; nil until then.
    public var accountId: String?

    /// When the person left the inviter; nil after they accepted again.
    public var leftAt: Date?

    /// The profile fields that the inviter has given for the account that will accept; nil for none, and after the
    /// acceptance.
    public var profile: [String: JSONValue]?

    /// The link by which the person has joined; nil for others. Only the inviter sees it.
    public var joinLinkId: String?

    /// The account of the team's member who is responsible for the client; nil for nobody. Only inviters see it.
    public var coachId: String?

    /// Creates a value, such as for a test or a preview.
    public init(
      id: String, name: String, createdAt: Date, invitation: Invitation, email: String? = nil, phone: String? = nil,
      notes: String? = nil, locale: String? = nil, accountId: String? = nil, leftAt: Date? = nil,
      profile: [String: JSONValue]? = nil, joinLinkId: String? = nil, coachId: String? = nil
    ) {
      self.id = id
      self.name = name
      self.createdAt = createdAt
      self.invitation = invitation
      self.email = email
      self.phone = phone
      self.notes = notes
      self.locale = locale
      self.accountId = accountId
      self.leftAt = leftAt
      self.profile = profile
      self.joinLinkId = joinLinkId
      self.coachId = coachId
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.id = try container.required("id")
      self.name = try container.required("name")
      self.createdAt = try container.required("createdAt")
      self.invitation = try container.required("invitation")
      self.email = try container.optional("email")
      self.phone = try container.optional("phone")
      self.notes = try container.optional("notes")
      self.locale = try container.optional("locale")
      self.accountId = try container.optional("accountId")
      self.leftAt = try container.optional("leftAt")
      self.profile = try container.optional("profile")
      self.joinLinkId = try container.optional("joinLinkId")
      self.coachId = try container.optional("coachId")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(id, "id")
      try container.write(name, "name")
      try container.write(createdAt, "createdAt")
      try container.write(invitation, "invitation")
      try container.writeIfPresent(email, "email")
      try container.writeIfPresent(phone, "phone")
      try container.writeIfPresent(notes, "notes")
      try container.writeIfPresent(locale, "locale")
      try container.writeIfPresent(accountId, "accountId")
      try container.writeIfPresent(leftAt, "leftAt")
      try container.writeIfPresent(profile, "profile")
      try container.writeIfPresent(joinLinkId, "joinLinkId")
      try container.writeIfPresent(coachId, "coachId")
    }
  }
}
