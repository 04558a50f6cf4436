// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Sends an invitation again, or many, by the same channel or another, with a new code and a new expiry; the old code
/// becomes invalid. A wrong address or number can be corrected.
///
/// Exactly one of these is present:
/// - `invitationId`
/// - `invitationIds`
/// - `status`
public struct ResendInvitationRequest: FunctionRequest {
  /// What `resend-invitation` answers.
  public typealias Answer = ResendInvitationResult

  /// `POST /resend-invitation`. It needs a session.
  public static let function = FunctionCall("resend-invitation", at: "/resend-invitation", for: .session)

  /// The invitation to send again. At most 64 characters.
  public internal(set) var invitationId: String?

  /// The invitations to send again. Each has its own entry in `results`. At most 1000 entries.
  public internal(set) var invitationIds: [String]?

  /// All of the inviter's invitations in this state, at most 1000 in each call: pending ones, pending ones whose
  /// message did not arrive, or expired ones.
  public internal(set) var status: Status?

  /// The right address, with `invitationId`: it replaces that of the client and the invitation, and counts as a new
  /// recipient. The old one gets nothing more. At most 254 characters.
  public var email: String?

  /// The right telephone number, with `invitationId`. 3 to 32 characters.
  public var phone: String?

  /// Whether an identity with another email may accept, with `invitationId`; default: as before.
  public var allowOtherEmail: Bool?

  /// The channel: a mail, a link that the inviter passes on, or a text message to the client's phone; default: the
  /// invitation's current channel.
  public var deliver: InvitationChannel?

  /// Whether the code of a text message is also sent by mail.
  public var alsoByMail: Bool?

  /// A note of the inviter in the mail, if the policy has `invitation.allowNote`. At most 1000 characters.
  public var note: String?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// One of the static functions makes a request.
  init(
    invitationId: String? = nil, invitationIds: [String]? = nil, status: Status? = nil, email: String? = nil,
    phone: String? = nil, allowOtherEmail: Bool? = nil, deliver: InvitationChannel? = nil, alsoByMail: Bool? = nil,
    note: String? = nil, teamId: String? = nil
  ) {
    self.invitationId = invitationId
    self.invitationIds = invitationIds
    self.status = status
    self.email = email
    self.phone = phone
    self.allowOtherEmail = allowOtherEmail
    self.deliver = deliver
    self.alsoByMail = alsoByMail
    self.note = note
    self.teamId = teamId
  }

  /// Sends one again.
  public static func invitation(
    invitationId: String, email: String? = nil, phone: String? = nil, allowOtherEmail: Bool? = nil,
    deliver: InvitationChannel? = nil, alsoByMail: Bool? = nil, note: String? = nil, teamId: String? = nil
  ) -> ResendInvitationRequest {
    ResendInvitationRequest(
      invitationId: invitationId, email: email, phone: phone, allowOtherEmail: allowOtherEmail, deliver: deliver,
      alsoByMail: alsoByMail, note: note, teamId: teamId)
  }

  /// Sends several again.
  public static func invitations(
    invitationIds: [String], deliver: InvitationChannel? = nil, alsoByMail: Bool? = nil, note: String? = nil,
    teamId: String? = nil
  ) -> ResendInvitationRequest {
    ResendInvitationRequest(
      invitationIds: invitationIds, deliver: deliver, alsoByMail: alsoByMail, note: note, teamId: teamId)
  }

  /// Sends all of a state again.
  public static func all(
    status: Status, deliver: InvitationChannel? = nil, alsoByMail: Bool? = nil, note: String? = nil,
    teamId: String? = nil
  ) -> ResendInvitationRequest {
    ResendInvitationRequest(status: status, deliver: deliver, alsoByMail: alsoByMail, note: note, teamId: teamId)
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.invitationId = try container.optional("invitationId")
    self.invitationIds = try container.optional("invitationIds")
    self.status = try container.optional("status")
    self.email = try container.optional("email")
    self.phone = try container.optional("phone")
    self.allowOtherEmail = try container.optional("allowOtherEmail")
    self.deliver = try container.optional("deliver")
    self.alsoByMail = try container.optional("alsoByMail")
    self.note = try container.optional("note")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(invitationId, "invitationId")
    try container.writeIfPresent(invitationIds, "invitationIds")
    try container.writeIfPresent(status, "status")
    try container.writeIfPresent(email, "email")
    try container.writeIfPresent(phone, "phone")
    try container.writeIfPresent(allowOtherEmail, "allowOtherEmail")
    try container.writeIfPresent(deliver, "deliver")
    try container.writeIfPresent(alsoByMail, "alsoByMail")
    try container.writeIfPresent(note, "note")
    try container.writeIfPresent(teamId, "teamId")
  }

  /// All of the inviter's invitations in this state, at most 1000 in each call: pending ones, pending ones whose
  /// message did not arrive, or expired ones.
  public struct Status: OpenEnumeration {
    /// `undelivered`: pending ones whose message did not arrive.
    public static let undelivered = Status(rawValue: "undelivered")
    /// `expired`: expired ones.
    public static let expired = Status(rawValue: "expired")
    /// `pending`: all that can still be accepted.
    public static let pending = Status(rawValue: "pending")

    /// The value as the server writes it.
    public let rawValue: String

    /// The value with this text, also if this version of the kit does not know it.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

/// What `resend-invitation` answers to ``ResendInvitationRequest``.
public enum ResendInvitationResult: Codable, Equatable, Sendable {
  /// An invitation that was sent again.
  case resent(ResentInvitation)
  /// What became of many invitations.
  case many(Many)

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    if container.contains("results") {
      self = .many(try Many(from: decoder))
      return
    }
    self = .resent(try ResentInvitation(from: decoder))
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .resent(let value):
      try value.encode(to: encoder)
    case .many(let value):
      try value.encode(to: encoder)
    }
  }

  /// What became of many invitations.
  public struct Many: Codable, Equatable, Sendable {
    /// What became of each invitation: in the order of `invitationIds`, or the one that was sent longest ago first.
    /// An `error` names its invitation. At most 1000 entries.
    public var results: [Entry]

    /// Whether further invitations of `status` remain: repeat the event. Those that were sent again within the last
    /// hour are left out and do not count, unless there are only such.
    public var more: Bool

    /// Creates a value, such as for a test or a preview.
    public init(results: [Entry], more: Bool) {
      self.results = results
      self.more = more
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.results = try container.required("results")
      self.more = try container.required("more")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(results, "results")
      try container.write(more, "more")
    }
  }

  /// What became of one invitation.
  public enum Entry: Codable, Equatable, Sendable {
    /// An invitation that was sent again.
    case resent(ResentInvitation)
    /// A refusal of this one.
    case refused(Refused)

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      if container.contains("error") {
        self = .refused(try Refused(from: decoder))
        return
      }
      self = .resent(try ResentInvitation(from: decoder))
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      switch self {
      case .resent(let value):
        try value.encode(to: encoder)
      case .refused(let value):
        try value.encode(to: encoder)
      }
    }

    /// A refusal of this one.
    public struct Refused: Codable, Equatable, Sendable {
      /// A problem (RFC 9457).
      public var error: Problem

      /// The link to pass on; nil unless the channel is `link`.
      public var link: String?

      /// A code that people can type instead of opening the link, such as `7K3M-Q9XA`. It proves no address. Nil
      /// without `link`.
      public var shortCode: String?

      /// The link as a QR code: an SVG document. Nil without `link`.
      public var qr: String?

      /// The address that was probably meant, if the domain of a corrected one looks mistyped; nil otherwise.
      public var suggestion: String?

      /// Creates a value, such as for a test or a preview.
      public init(
        error: Problem, link: String? = nil, shortCode: String? = nil, qr: String? = nil, suggestion: String? = nil
      ) {
        self.error = error
        self.link = link
        self.shortCode = shortCode
        self.qr = qr
        self.suggestion = suggestion
      }

      /// Reads the value from JSON.
      public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MemberName.self)
        self.error = try container.required("error")
        self.link = try container.optional("link")
        self.shortCode = try container.optional("shortCode")
        self.qr = try container.optional("qr")
        self.suggestion = try container.optional("suggestion")
      }

      /// Writes the value as JSON.
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        try container.write(error, "error")
        try container.writeIfPresent(link, "link")
        try container.writeIfPresent(shortCode, "shortCode")
        try container.writeIfPresent(qr, "qr")
        try container.writeIfPresent(suggestion, "suggestion")
      }
    }
  }
}

/// An invitation that was sent again.
public struct ResentInvitation: Codable, Equatable, Sendable {
  /// An invitation; `status` is the one at the time of reading.
  public var invitation: Invitation

  /// The text to show the inviter.
  public var message: String

  /// The link to pass on; nil unless the channel is `link`.
  public var link: String?

  /// A code that people can type instead of opening the link, such as `7K3M-Q9XA`. It proves no address. Nil without
  /// `link`.
  public var shortCode: String?

  /// The link as a QR code: an SVG document. Nil without `link`.
  public var qr: String?

  /// The address that was probably meant, if the domain of a corrected one looks mistyped; nil otherwise.
  public var suggestion: String?

  /// Creates a value, such as for a test or a preview.
  public init(
    invitation: Invitation, message: String, link: String? = nil, shortCode: String? = nil, qr: String? = nil,
    suggestion: String? = nil
  ) {
    self.invitation = invitation
    self.message = message
    self.link = link
    self.shortCode = shortCode
    self.qr = qr
    self.suggestion = suggestion
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.invitation = try container.required("invitation")
    self.message = try container.required("message")
    self.link = try container.optional("link")
    self.shortCode = try container.optional("shortCode")
    self.qr = try container.optional("qr")
    self.suggestion = try container.optional("suggestion")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(invitation, "invitation")
    try container.write(message, "message")
    try container.writeIfPresent(link, "link")
    try container.writeIfPresent(shortCode, "shortCode")
    try container.writeIfPresent(qr, "qr")
    try container.writeIfPresent(suggestion, "suggestion")
  }
}
