// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Adds one client, or up to 1000, and invites them by mail, link or text message. Exactly one of these is
/// present: `client`; `clients`.
public struct SendInvitationRequest: FunctionRequest, Equatable {
  public typealias Answer = SendInvitationResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("send-invitation", at: "/send-invitation", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("SendInvitationRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A client to invite.
  @_alwaysEmitIntoClient public var client: NewClient? {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// Each entry is checked on its own: an invalid one has its `error` in `results`, and the others are invited.
  @_alwaysEmitIntoClient public var clients: [NewClient]? {
    get { json[objects: 1] }
    set { update { $0[objects: 1] = newValue } }
  }

  /// The days from the day of sending (UTC) to the last day of the invitation; at most, and by default, those
  /// of the policy.
  @_alwaysEmitIntoClient public var days: Int? {
    get { json[integer: 2] }
    set { update { $0[integer: 2] = newValue } }
  }

  /// Whether an identity with another email may accept.
  @_alwaysEmitIntoClient public var allowOtherEmail: Bool? {
    get { json[flag: 3] }
    set { update { $0[flag: 3] = newValue } }
  }

  /// How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text
  /// message.
  @_alwaysEmitIntoClient public var deliver: InvitationChannel? {
    get { json[choice: 4] }
    set { update { $0[choice: 4] = newValue } }
  }

  /// Whether the code of a text message is also sent by mail.
  @_alwaysEmitIntoClient public var alsoByMail: Bool? {
    get { json[flag: 5] }
    set { update { $0[flag: 5] = newValue } }
  }

  /// The role of the accounts that accept, one of the policy's `invitation.roles`; default: the invitee's. Only
  /// an invitee becomes a client of the inviter.
  @_alwaysEmitIntoClient public var role: String? {
    get { json[text: 6] }
    set { update { $0[text: 6] = newValue } }
  }

  /// A note of the inviter in the mail, if the policy has `invitation.allowNote`.
  @_alwaysEmitIntoClient public var note: String? {
    get { json[text: 7] }
    set { update { $0[text: 7] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    client: NewClient? = nil, clients: [NewClient]? = nil, days: Int? = nil, allowOtherEmail: Bool? = nil,
    deliver: InvitationChannel? = nil, alsoByMail: Bool? = nil, role: String? = nil, note: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = client
    json[objects: 1] = clients
    json[integer: 2] = days
    json[flag: 3] = allowOtherEmail
    json[choice: 4] = deliver
    json[flag: 5] = alsoByMail
    json[text: 6] = role
    json[text: 7] = note
    self.json = json
  }
}

/// Exactly one of these is present: `client` and `invitation` and `message`; `results`.
public struct SendInvitationResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("SendInvitationResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// An inviter's record of a person. Only the inviter sees `notes`.
  @_alwaysEmitIntoClient public var client: ClientRecord? {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// An invitation; `status` is the one at the time of reading.
  @_alwaysEmitIntoClient public var invitation: Invitation? {
    get { json[object: 1] }
    set { update { $0[object: 1] = newValue } }
  }

  /// The text to show the inviter.
  @_alwaysEmitIntoClient public var message: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The link to pass on; absent unless the channel is `link`.
  @_alwaysEmitIntoClient public var link: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// The address that was probably meant, if the domain looks mistyped; absent otherwise.
  @_alwaysEmitIntoClient public var suggestion: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// What became of each entry of `clients`, in their order.
  @_alwaysEmitIntoClient public var results: [SendInvitationResultEntry]? {
    get { json[objects: 5] }
    set { update { $0[objects: 5] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    client: ClientRecord? = nil, invitation: Invitation? = nil, message: String? = nil, link: String? = nil,
    suggestion: String? = nil, results: [SendInvitationResultEntry]? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = client
    json[object: 1] = invitation
    json[text: 2] = message
    json[text: 3] = link
    json[text: 4] = suggestion
    json[objects: 5] = results
    self.json = json
  }
}

/// A client to invite.
public struct NewClient: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("NewClient") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A person's name. It has at least one visible character, and nothing that mail programs turn into a link
  /// (no scheme, no `www.`, no `@`, no dot before a top-level domain at the end of a word). The pattern checks
  /// only a part of this.
  @_alwaysEmitIntoClient public var name: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  @_alwaysEmitIntoClient public var email: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// A telephone number, such as `+1 555 123 4567`. One without a country calling code gets that of the
  /// policy's `profile.callingCode`.
  @_alwaysEmitIntoClient public var phone: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The inviter's notes about a client; the client never sees them. Line breaks are allowed.
  @_alwaysEmitIntoClient public var notes: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// A language tag (BCP 47), such as `de-AT`.
  @_alwaysEmitIntoClient public var locale: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    name: String, email: String, phone: String? = nil, notes: String? = nil, locale: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = name
    json[text: 1] = email
    json[text: 2] = phone
    json[text: 3] = notes
    json[text: 4] = locale
    self.json = json
  }
}

/// Exactly one of these is present: `client` and `invitation` and `message`; `error`.
public struct SendInvitationResultEntry: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("SendInvitationResultEntry") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// An inviter's record of a person. Only the inviter sees `notes`.
  @_alwaysEmitIntoClient public var client: ClientRecord? {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// An invitation; `status` is the one at the time of reading.
  @_alwaysEmitIntoClient public var invitation: Invitation? {
    get { json[object: 1] }
    set { update { $0[object: 1] = newValue } }
  }

  /// The text to show the inviter.
  @_alwaysEmitIntoClient public var message: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The link to pass on; absent unless the channel is `link`.
  @_alwaysEmitIntoClient public var link: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// The address that was probably meant, if the domain looks mistyped; absent otherwise.
  @_alwaysEmitIntoClient public var suggestion: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// A problem (RFC 9457).
  @_alwaysEmitIntoClient public var error: Problem? {
    get { json[object: 5] }
    set { update { $0[object: 5] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    client: ClientRecord? = nil, invitation: Invitation? = nil, message: String? = nil, link: String? = nil,
    suggestion: String? = nil, error: Problem? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = client
    json[object: 1] = invitation
    json[text: 2] = message
    json[text: 3] = link
    json[text: 4] = suggestion
    json[object: 5] = error
    self.json = json
  }
}
