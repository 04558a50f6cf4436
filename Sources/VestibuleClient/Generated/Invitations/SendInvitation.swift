// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Adds one client, or up to 1000, and invites them by mail, link or text message. A client whose invitation has
/// ended or bounced gets it again.
///
/// Exactly one of these is present:
/// - `client`
/// - `clients`
public struct SendInvitationRequest: FunctionRequest {
  /// What `send-invitation` answers.
  public typealias Answer = SendInvitationResult

  /// `POST /send-invitation`. It needs a session.
  public static let function = FunctionCall("send-invitation", at: "/send-invitation", for: .session)

  /// A client to invite.
  public internal(set) var client: NewClient?

  /// Each entry is checked on its own: an invalid one has its `error` in `results`, and the others are invited. At
  /// most 1000 entries.
  public internal(set) var clients: [NewClient]?

  /// The days from the day of sending (UTC) to the last day of the invitation; at most, and by default, those of the
  /// policy. 1 to 365.
  public var days: Int?

  /// Whether an identity with another email may accept; default: false, or as before for an invitation that is sent
  /// again.
  public var allowOtherEmail: Bool?

  /// The channel: a mail, a link that the inviter passes on, or a text message to the client's phone; default: mail.
  public var deliver: InvitationChannel?

  /// Whether the code of a text message is also sent by mail.
  public var alsoByMail: Bool?

  /// The role of the accounts that accept, one of the policy's `invitation.roles`; default: the invitee's. Only an
  /// invitee becomes a client of the inviter. At most 64 characters.
  public var role: Role?

  /// A note of the inviter in the mail, if the policy has `invitation.allowNote`. At most 1000 characters.
  public var note: String?

  /// What the acceptance gives to the app: any JSON, at most 4 KB. For an invitation that is sent again the default
  /// is its earlier value, and `JSONValue.null` removes it.
  public var data: JSONValue?

  /// Where the person goes after the acceptance: a URL below one of the policy's `app.returnURLs`. At most 2048
  /// characters.
  public var returnURL: String?

  /// Whether an address that looks mistyped is not invited, but answered with the address that was probably meant
  /// (`status` is `unsent`).
  public var confirmAddress: Bool?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// The place in the team of a person who accepts as an inviter; default: member. Only owners invite owners. Only
  /// with `teams` of the policy.
  public var teamRole: TeamRole?

  /// One of the static functions makes a request.
  init(
    client: NewClient? = nil, clients: [NewClient]? = nil, days: Int? = nil, allowOtherEmail: Bool? = nil,
    deliver: InvitationChannel? = nil, alsoByMail: Bool? = nil, role: Role? = nil, note: String? = nil,
    data: JSONValue? = nil, returnURL: String? = nil, confirmAddress: Bool? = nil, teamId: String? = nil,
    teamRole: TeamRole? = nil
  ) {
    self.client = client
    self.clients = clients
    self.days = days
    self.allowOtherEmail = allowOtherEmail
    self.deliver = deliver
    self.alsoByMail = alsoByMail
    self.role = role
    self.note = note
    self.data = data
    self.returnURL = returnURL
    self.confirmAddress = confirmAddress
    self.teamId = teamId
    self.teamRole = teamRole
  }

  /// Invites one client.
  public static func client(
    _ client: NewClient, days: Int? = nil, allowOtherEmail: Bool? = nil, deliver: InvitationChannel? = nil,
    alsoByMail: Bool? = nil, role: Role? = nil, note: String? = nil, data: JSONValue? = nil, returnURL: String? = nil,
    confirmAddress: Bool? = nil, teamId: String? = nil, teamRole: TeamRole? = nil
  ) -> SendInvitationRequest {
    SendInvitationRequest(
      client: client, days: days, allowOtherEmail: allowOtherEmail, deliver: deliver, alsoByMail: alsoByMail,
      role: role, note: note, data: data, returnURL: returnURL, confirmAddress: confirmAddress, teamId: teamId,
      teamRole: teamRole)
  }

  /// Invites several clients.
  public static func clients(
    _ clients: [NewClient], days: Int? = nil, allowOtherEmail: Bool? = nil, deliver: InvitationChannel? = nil,
    alsoByMail: Bool? = nil, role: Role? = nil, note: String? = nil, data: JSONValue? = nil, returnURL: String? = nil,
    confirmAddress: Bool? = nil, teamId: String? = nil, teamRole: TeamRole? = nil
  ) -> SendInvitationRequest {
    SendInvitationRequest(
      clients: clients, days: days, allowOtherEmail: allowOtherEmail, deliver: deliver, alsoByMail: alsoByMail,
      role: role, note: note, data: data, returnURL: returnURL, confirmAddress: confirmAddress, teamId: teamId,
      teamRole: teamRole)
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.client = try container.optional("client")
    self.clients = try container.optional("clients")
    self.days = try container.optional("days")
    self.allowOtherEmail = try container.optional("allowOtherEmail")
    self.deliver = try container.optional("deliver")
    self.alsoByMail = try container.optional("alsoByMail")
    self.role = try container.optional("role")
    self.note = try container.optional("note")
    self.data = try container.optional("data")
    self.returnURL = try container.optional("returnURL")
    self.confirmAddress = try container.optional("confirmAddress")
    self.teamId = try container.optional("teamId")
    self.teamRole = try container.optional("teamRole")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(client, "client")
    try container.writeIfPresent(clients, "clients")
    try container.writeIfPresent(days, "days")
    try container.writeIfPresent(allowOtherEmail, "allowOtherEmail")
    try container.writeIfPresent(deliver, "deliver")
    try container.writeIfPresent(alsoByMail, "alsoByMail")
    try container.writeIfPresent(role, "role")
    try container.writeIfPresent(note, "note")
    try container.writeIfPresent(data, "data")
    try container.writeIfPresent(returnURL, "returnURL")
    try container.writeIfPresent(confirmAddress, "confirmAddress")
    try container.writeIfPresent(teamId, "teamId")
    try container.writeIfPresent(teamRole, "teamRole")
  }
}

/// A client to invite.
public struct NewClient: Codable, Equatable, Sendable {
  /// A person's name. It has at least one visible character, and nothing that mail programs turn into a link (no
  /// scheme, no `www.`, no `@`, no dot before a top-level domain at the end of a word). At most 200 characters.
  public var name: String

  /// The address to invite. It may be missing with `deliver: link`, and with `sms` where `phone` is there: nothing is
  /// matched then. At most 254 characters.
  public var email: String?

  /// A telephone number, such as `+1 555 123 4567`. One without a country calling code gets that of the policy's
  /// `profile.callingCode`. 3 to 32 characters.
  public var phone: String?

  /// The inviter's notes about a client; the client never sees them. Line breaks are allowed. At most 4000
  /// characters.
  public var notes: String?

  /// A language tag (BCP 47), such as `de-AT`. At most 35 characters.
  public var locale: String?

  /// Fields of the profile that the policy reserves for inviters (`x-setBy`). The account that accepts gets them.
  /// Null removes one that an earlier invitation has given.
  public var profile: [String: JSONValue]?

  /// The account of the team's member who is responsible for the client. Only with `teams` of the policy. At most 64
  /// characters.
  public var coachId: String?

  /// Creates a value, such as for a test or a preview.
  public init(
    name: String, email: String? = nil, phone: String? = nil, notes: String? = nil, locale: String? = nil,
    profile: [String: JSONValue]? = nil, coachId: String? = nil
  ) {
    self.name = name
    self.email = email
    self.phone = phone
    self.notes = notes
    self.locale = locale
    self.profile = profile
    self.coachId = coachId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.name = try container.required("name")
    self.email = try container.optional("email")
    self.phone = try container.optional("phone")
    self.notes = try container.optional("notes")
    self.locale = try container.optional("locale")
    self.profile = try container.optional("profile")
    self.coachId = try container.optional("coachId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(name, "name")
    try container.writeIfPresent(email, "email")
    try container.writeIfPresent(phone, "phone")
    try container.writeIfPresent(notes, "notes")
    try container.writeIfPresent(locale, "locale")
    try container.writeIfPresent(profile, "profile")
    try container.writeIfPresent(coachId, "coachId")
  }
}

/// What `send-invitation` answers to ``SendInvitationRequest``.
public enum SendInvitationResult: Codable, Equatable, Sendable {
  /// An invitation that was made, and sent unless its channel is `link`.
  case sent(SentInvitation)
  /// An invitation that was not made, because its address looks mistyped.
  case unsent(UnsentInvitation)
  /// What became of each entry of `clients`, in their order.
  case many([Entry])

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    if container.contains("status") {
      self = .unsent(try UnsentInvitation(from: decoder))
      return
    }
    if container.contains("results") {
      self = .many(try container.required("results"))
      return
    }
    self = .sent(try SentInvitation(from: decoder))
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .sent(let value):
      try value.encode(to: encoder)
    case .unsent(let value):
      try value.encode(to: encoder)
    case .many(let value):
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(value, "results")
    }
  }

  /// What became of one client of the list.
  public enum Entry: Codable, Equatable, Sendable {
    /// An invitation that was made, and sent unless its channel is `link`.
    case sent(SentInvitation)
    /// An invitation that was not made, because its address looks mistyped.
    case unsent(UnsentInvitation)
    /// A refusal of this one.
    case refused(Problem)

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      if container.contains("status") {
        self = .unsent(try UnsentInvitation(from: decoder))
        return
      }
      if container.contains("error") {
        self = .refused(try container.required("error"))
        return
      }
      self = .sent(try SentInvitation(from: decoder))
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      switch self {
      case .sent(let value):
        try value.encode(to: encoder)
      case .unsent(let value):
        try value.encode(to: encoder)
      case .refused(let value):
        var container = encoder.container(keyedBy: MemberName.self)
        try container.write(value, "error")
      }
    }
  }

  /// Always `unsent`.
  public struct Status: OpenEnumeration {
    /// `unsent`: nothing was stored or sent, because `confirmAddress` asks about an address that looks mistyped.
    public static let unsent = Status(rawValue: "unsent")

    /// The value as the server writes it.
    public let rawValue: String

    /// The value with this text, also if this version of the kit does not know it.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

/// An invitation that was made, and sent unless its channel is `link`.
public struct SentInvitation: Codable, Equatable, Sendable {
  /// An inviter's record of a person. Only the inviter sees `notes` and `profile`.
  public var client: ClientRecord

  /// An invitation; `status` is the one at the time of reading.
  public var invitation: Invitation

  /// The text to show the inviter.
  public var message: String

  /// True if an earlier invitation of the client was sent again; nil for a new one.
  public var resent: Bool?

  /// The `data` of the invitation; nil if it has none.
  public var data: JSONValue?

  /// The `returnURL` of the invitation; nil if it has none.
  public var returnURL: String?

  /// The link to pass on; nil unless the channel is `link`.
  public var link: String?

  /// A code that people can type instead of opening the link, such as `7K3M-Q9XA`. It proves no address. Nil without
  /// `link`.
  public var shortCode: String?

  /// The link as a QR code: an SVG document. Nil without `link`.
  public var qr: String?

  /// The address that was probably meant.
  public var suggestion: String?

  /// Creates a value, such as for a test or a preview.
  public init(
    client: ClientRecord, invitation: Invitation, message: String, resent: Bool? = nil, data: JSONValue? = nil,
    returnURL: String? = nil, link: String? = nil, shortCode: String? = nil, qr: String? = nil,
    suggestion: String? = nil
  ) {
    self.client = client
    self.invitation = invitation
    self.message = message
    self.resent = resent
    self.data = data
    self.returnURL = returnURL
    self.link = link
    self.shortCode = shortCode
    self.qr = qr
    self.suggestion = suggestion
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.client = try container.required("client")
    self.invitation = try container.required("invitation")
    self.message = try container.required("message")
    self.resent = try container.optional("resent")
    self.data = try container.optional("data")
    self.returnURL = try container.optional("returnURL")
    self.link = try container.optional("link")
    self.shortCode = try container.optional("shortCode")
    self.qr = try container.optional("qr")
    self.suggestion = try container.optional("suggestion")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(client, "client")
    try container.write(invitation, "invitation")
    try container.write(message, "message")
    try container.writeIfPresent(resent, "resent")
    try container.writeIfPresent(data, "data")
    try container.writeIfPresent(returnURL, "returnURL")
    try container.writeIfPresent(link, "link")
    try container.writeIfPresent(shortCode, "shortCode")
    try container.writeIfPresent(qr, "qr")
    try container.writeIfPresent(suggestion, "suggestion")
  }
}

/// An invitation that was not made, because its address looks mistyped.
public struct UnsentInvitation: Codable, Equatable, Sendable {
  /// The text to show the inviter.
  public var message: String

  /// The address that was probably meant.
  public var suggestion: String

  /// Always `unsent`.
  public var status: SendInvitationResult.Status

  /// Creates a value, such as for a test or a preview.
  public init(message: String, suggestion: String, status: SendInvitationResult.Status) {
    self.message = message
    self.suggestion = suggestion
    self.status = status
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.message = try container.required("message")
    self.suggestion = try container.required("suggestion")
    self.status = try container.required("status")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(message, "message")
    try container.write(suggestion, "suggestion")
    try container.write(status, "status")
  }
}
