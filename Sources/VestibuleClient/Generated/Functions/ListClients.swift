// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Lists the inviter's clients, each with its invitation.
public struct ListClientsRequest: FunctionRequest {
  public typealias Answer = ListClientsResult

  /// The function that answers the request.
  public static let function = FunctionCall("list-clients", at: "/list-clients", for: .session)

  /// The status.
  public var status: InvitationStatus?
  /// Part of a name or address; upper and lower case are equal.
  public var query: String?
  /// The maximum number of items in a page; default 50.
  public var limit: Int?
  /// The `nextCursor` of the previous page.
  public var cursor: String?

  /// Creates the value from its members.
  public init(status: InvitationStatus? = nil, query: String? = nil, limit: Int? = nil, cursor: String? = nil) {
    self.status = status
    self.query = query
    self.limit = limit
    self.cursor = cursor
  }
}

/// The list clients result.
public struct ListClientsResult: Codable, Hashable, Sendable {
  /// The clients.
  public var clients: [ListClientsResultClient]
  /// The `cursor` of the next page; null on the last page.
  public var nextCursor: String?

  /// Creates the value from its members.
  public init(clients: [ListClientsResultClient], nextCursor: String? = nil) {
    self.clients = clients
    self.nextCursor = nextCursor
  }
}

/// The list clients result client.
public struct ListClientsResultClient: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// The name.
  public var name: String
  /// The email.
  public var email: String
  /// A timestamp (RFC 3339) in UTC.
  public var createdAt: Date
  /// The invitation.
  public var invitation: ListClientsResultClientInvitation
  /// The phone.
  public var phone: String?
  /// The notes.
  public var notes: String?
  /// The locale.
  public var locale: String?
  /// The account id.
  public var accountId: String?
  /// When the person left the inviter; absent after they accepted again.
  public var leftAt: Date?

  /// Creates the value from its members.
  public init(
    id: String, name: String, email: String, createdAt: Date, invitation: ListClientsResultClientInvitation,
    phone: String? = nil, notes: String? = nil, locale: String? = nil, accountId: String? = nil, leftAt: Date? = nil
  ) {
    self.id = id
    self.name = name
    self.email = email
    self.createdAt = createdAt
    self.invitation = invitation
    self.phone = phone
    self.notes = notes
    self.locale = locale
    self.accountId = accountId
    self.leftAt = leftAt
  }
}

/// The list clients result client invitation.
public struct ListClientsResultClientInvitation: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// The client id.
  public var clientId: String
  /// The email.
  public var email: String
  /// The status.
  public var status: InvitationStatus
  /// How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text
  /// message.
  public var channel: InvitationChannel
  /// A timestamp (RFC 3339) in UTC.
  public var sentAt: Date
  /// A timestamp (RFC 3339) in UTC.
  public var expiresAt: Date
  /// The resend count.
  public var resendCount: Int
  /// The state of the invitation's mail or text message; absent with the channel `link`.
  public var delivery: InvitationDelivery?
  /// The role of the account that accepts; absent for the invitee's.
  public var role: String?
  /// A timestamp (RFC 3339) in UTC.
  public var acceptedAt: Date?
  /// A timestamp (RFC 3339) in UTC.
  public var lastSignInAt: Date?

  /// Creates the value from its members.
  public init(
    id: String, clientId: String, email: String, status: InvitationStatus, channel: InvitationChannel, sentAt: Date,
    expiresAt: Date, resendCount: Int, delivery: InvitationDelivery? = nil, role: String? = nil,
    acceptedAt: Date? = nil, lastSignInAt: Date? = nil
  ) {
    self.id = id
    self.clientId = clientId
    self.email = email
    self.status = status
    self.channel = channel
    self.sentAt = sentAt
    self.expiresAt = expiresAt
    self.resendCount = resendCount
    self.delivery = delivery
    self.role = role
    self.acceptedAt = acceptedAt
    self.lastSignInAt = lastSignInAt
  }
}
