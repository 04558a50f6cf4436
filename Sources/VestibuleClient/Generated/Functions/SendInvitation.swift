// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Adds one client, or up to 1000, and invites them by mail, link or text message. Exactly one of these is
/// present: `client`; `clients`.
public struct SendInvitationRequest: FunctionRequest {
  public typealias Answer = SendInvitationResult

  /// The function that answers the request.
  public static let function = FunctionCall("send-invitation", at: "/send-invitation", for: .session)

  /// A client to invite.
  public var client: NewClient?
  /// Each entry is checked on its own: an invalid one has its `error` in `results`, and the others are invited.
  public var clients: [NewClient]?
  /// The days until the invitation expires; at most, and by default, those of the policy.
  public var days: Int?
  /// Whether an identity with another email may accept.
  public var allowOtherEmail: Bool?
  /// How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text
  /// message.
  public var deliver: InvitationChannel?
  /// Whether the code of a text message is also sent by mail.
  public var alsoByMail: Bool?
  /// The role of the accounts that accept, one of the policy's `invitation.roles`; default: the invitee's. Only
  /// an invitee becomes a client of the inviter.
  public var role: String?
  /// A note of the inviter in the mail, if the policy has `invitation.allowNote`.
  public var note: String?

  /// Creates the value from its members.
  public init(
    client: NewClient? = nil, clients: [NewClient]? = nil, days: Int? = nil, allowOtherEmail: Bool? = nil,
    deliver: InvitationChannel? = nil, alsoByMail: Bool? = nil, role: String? = nil, note: String? = nil
  ) {
    self.client = client
    self.clients = clients
    self.days = days
    self.allowOtherEmail = allowOtherEmail
    self.deliver = deliver
    self.alsoByMail = alsoByMail
    self.role = role
    self.note = note
  }
}

/// Exactly one of these is present: `client` and `invitation` and `message`; `results`.
public struct SendInvitationResult: Codable, Hashable, Sendable {
  /// An inviter's record of a person. Only the inviter sees `notes`.
  public var client: ClientRecord?
  /// An invitation; `status` is the one at the time of reading.
  public var invitation: Invitation?
  /// The message.
  public var message: String?
  /// The link to pass on; only with `deliver: link`.
  public var link: String?
  /// The address that was probably meant, if the domain looks mistyped.
  public var suggestion: String?
  /// The results.
  public var results: [SendInvitationResultEntry]?

  /// Creates the value from its members.
  public init(
    client: ClientRecord? = nil, invitation: Invitation? = nil, message: String? = nil, link: String? = nil,
    suggestion: String? = nil, results: [SendInvitationResultEntry]? = nil
  ) {
    self.client = client
    self.invitation = invitation
    self.message = message
    self.link = link
    self.suggestion = suggestion
    self.results = results
  }
}

/// A client to invite.
public struct NewClient: Codable, Hashable, Sendable {
  /// A person's name. It has at least one visible character, and nothing that mail programs turn into a link
  /// (no scheme, no `www.`, no `@`, no dot before a top-level domain at the end of a word). The pattern checks
  /// only a part of this.
  public var name: String
  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  public var email: String
  /// A telephone number.
  public var phone: String?
  /// The inviter's notes about a client; the client never sees them. Line breaks are allowed.
  public var notes: String?
  /// A language tag (BCP 47).
  public var locale: String?

  /// Creates the value from its members.
  public init(name: String, email: String, phone: String? = nil, notes: String? = nil, locale: String? = nil) {
    self.name = name
    self.email = email
    self.phone = phone
    self.notes = notes
    self.locale = locale
  }
}

/// Exactly one of these is present: `client` and `invitation` and `message`; `error`.
public struct SendInvitationResultEntry: Codable, Hashable, Sendable {
  /// An inviter's record of a person. Only the inviter sees `notes`.
  public var client: ClientRecord?
  /// An invitation; `status` is the one at the time of reading.
  public var invitation: Invitation?
  /// The message.
  public var message: String?
  /// The link to pass on; only with `deliver: link`.
  public var link: String?
  /// The address that was probably meant, if the domain looks mistyped.
  public var suggestion: String?
  /// A problem (RFC 9457).
  public var error: Problem?

  /// Creates the value from its members.
  public init(
    client: ClientRecord? = nil, invitation: Invitation? = nil, message: String? = nil, link: String? = nil,
    suggestion: String? = nil, error: Problem? = nil
  ) {
    self.client = client
    self.invitation = invitation
    self.message = message
    self.link = link
    self.suggestion = suggestion
    self.error = error
  }
}
