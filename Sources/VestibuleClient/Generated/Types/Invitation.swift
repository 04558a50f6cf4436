// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// An invitation; `status` is the one at the time of reading.
public struct Invitation: Codable, Hashable, Sendable {
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
  /// When the person who accepted last signed in; null if nobody has. Only in `get-client`.
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
