// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Lists the inviter's clients, each with its invitation.
public struct ListClientsRequest: FunctionRequest, Equatable {
  public typealias Answer = ListClientsResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("list-clients", at: "/list-clients", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListClientsRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The status of an invitation. Only a `pending` one can be accepted.
  @_alwaysEmitIntoClient public var status: InvitationStatus? {
    get { json[choice: 0] }
    set { update { $0[choice: 0] = newValue } }
  }

  /// Part of a name or address; upper and lower case are equal.
  @_alwaysEmitIntoClient public var query: String? {
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
    status: InvitationStatus? = nil, query: String? = nil, limit: Int? = nil, cursor: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[choice: 0] = status
    json[text: 1] = query
    json[integer: 2] = limit
    json[text: 3] = cursor
    self.json = json
  }
}

/// The list clients result.
public struct ListClientsResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListClientsResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The clients of this page, oldest first.
  @_alwaysEmitIntoClient public var clients: [ListClientsResultClient] {
    get { json[objects: 0] }
    set { update { $0[objects: 0] = newValue } }
  }

  /// The `cursor` of the next page; null on the last page.
  @_alwaysEmitIntoClient public var nextCursor: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(clients: [ListClientsResultClient], nextCursor: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[objects: 0] = clients
    json[text: 1] = nextCursor
    self.json = json
  }
}

/// An inviter's record of a person, and the last invitation.
public struct ListClientsResultClient: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListClientsResultClient") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the record, which other functions call `clientId`.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The client's name, as the inviter wrote it.
  @_alwaysEmitIntoClient public var name: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The address to which invitations go.
  @_alwaysEmitIntoClient public var email: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// When the client was first invited.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 3] }
    set { update { $0[date: 3] = newValue } }
  }

  /// The client's last invitation.
  @_alwaysEmitIntoClient public var invitation: ListClientsResultClientInvitation {
    get { json[object: 4] }
    set { update { $0[object: 4] = newValue } }
  }

  /// The telephone number in the international form (E.164), or as typed if it cannot be read; absent if there
  /// is none.
  @_alwaysEmitIntoClient public var phone: String? {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// The inviter's notes, which the client never sees; absent if there are none.
  @_alwaysEmitIntoClient public var notes: String? {
    get { json[text: 6] }
    set { update { $0[text: 6] = newValue } }
  }

  /// The language of the client's invitations (BCP 47); absent for the inviter's.
  @_alwaysEmitIntoClient public var locale: String? {
    get { json[text: 7] }
    set { update { $0[text: 7] = newValue } }
  }

  /// The account that accepted the invitation; absent until then.
  @_alwaysEmitIntoClient public var accountId: String? {
    get { json[text: 8] }
    set { update { $0[text: 8] = newValue } }
  }

  /// When the person left the inviter; absent after they accepted again.
  @_alwaysEmitIntoClient public var leftAt: Date? {
    get { json[date: 9] }
    set { update { $0[date: 9] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, name: String, email: String, createdAt: Date, invitation: ListClientsResultClientInvitation,
    phone: String? = nil, notes: String? = nil, locale: String? = nil, accountId: String? = nil, leftAt: Date? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[text: 1] = name
    json[text: 2] = email
    json[date: 3] = createdAt
    json[object: 4] = invitation
    json[text: 5] = phone
    json[text: 6] = notes
    json[text: 7] = locale
    json[text: 8] = accountId
    json[date: 9] = leftAt
    self.json = json
  }
}

/// The client's last invitation.
public struct ListClientsResultClientInvitation: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListClientsResultClientInvitation") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the invitation, which other functions call `invitationId`.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The inviter's record of the person who is invited.
  @_alwaysEmitIntoClient public var clientId: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The address that is invited.
  @_alwaysEmitIntoClient public var email: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The status of an invitation. Only a `pending` one can be accepted.
  @_alwaysEmitIntoClient public var status: InvitationStatus {
    get { json[choice: 3] }
    set { update { $0[choice: 3] = newValue } }
  }

  /// How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text
  /// message.
  @_alwaysEmitIntoClient public var channel: InvitationChannel {
    get { json[choice: 4] }
    set { update { $0[choice: 4] = newValue } }
  }

  /// When it was last sent.
  @_alwaysEmitIntoClient public var sentAt: Date {
    get { json[date: 5] }
    set { update { $0[date: 5] = newValue } }
  }

  /// When it ends: at noon UTC of the day after its last day, because then that day has ended in every time
  /// zone.
  @_alwaysEmitIntoClient public var expiresAt: Date {
    get { json[date: 6] }
    set { update { $0[date: 6] = newValue } }
  }

  /// How often it was sent again.
  @_alwaysEmitIntoClient public var resendCount: Int {
    get { json[integer: 7] }
    set { update { $0[integer: 7] = newValue } }
  }

  /// The state of the invitation's mail or text message; absent with the channel `link`.
  @_alwaysEmitIntoClient public var delivery: InvitationDelivery? {
    get { json[choice: 8] }
    set { update { $0[choice: 8] = newValue } }
  }

  /// The role of the account that accepts; absent for the invitee's.
  @_alwaysEmitIntoClient public var role: String? {
    get { json[text: 9] }
    set { update { $0[text: 9] = newValue } }
  }

  /// When it was accepted; absent if it was not.
  @_alwaysEmitIntoClient public var acceptedAt: Date? {
    get { json[date: 10] }
    set { update { $0[date: 10] = newValue } }
  }

  /// When the person who accepted last signed in; null if nobody has. Only in `get-client` and `list-clients`.
  @_alwaysEmitIntoClient public var lastSignInAt: Date? {
    get { json[date: 11] }
    set { update { $0[date: 11] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, clientId: String, email: String, status: InvitationStatus, channel: InvitationChannel, sentAt: Date,
    expiresAt: Date, resendCount: Int, delivery: InvitationDelivery? = nil, role: String? = nil,
    acceptedAt: Date? = nil, lastSignInAt: Date? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[text: 1] = clientId
    json[text: 2] = email
    json[choice: 3] = status
    json[choice: 4] = channel
    json[date: 5] = sentAt
    json[date: 6] = expiresAt
    json[integer: 7] = resendCount
    json[choice: 8] = delivery
    json[text: 9] = role
    json[date: 10] = acceptedAt
    json[date: 11] = lastSignInAt
    self.json = json
  }
}
