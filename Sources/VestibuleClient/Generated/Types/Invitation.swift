// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// An invitation; `status` is the one at the time of reading.
public struct Invitation: Codable, Hashable, Identifiable, Sendable {
  /// The id of the invitation, which other functions call `invitationId`.
  public var id: String

  /// The inviter's record of the person who is invited.
  public var clientId: String

  /// The status of an invitation. Only a `pending` one can be accepted.
  public var status: InvitationStatus

  /// How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text
  /// message.
  public var channel: InvitationChannel

  /// When it was last sent.
  public var sentAt: Date

  /// When it ends: at noon UTC of the day after its last day, because then that day has ended in every time zone.
  public var expiresAt: Date

  /// How often it was sent again.
  public var resendCount: Int

  /// The address that is invited; nil if none is known.
  public var email: String?

  /// The state of the invitation's mail or text message; nil with the channel `link`.
  public var delivery: InvitationDelivery?

  /// The role of the account that accepts; nil for the invitee's.
  public var role: Role?

  /// When it was accepted; nil if it was not.
  public var acceptedAt: Date?

  /// When the person declined it; nil if it is not declined.
  public var declinedAt: Date?

  /// Why the person declined it, in their own words; nil if they did not say.
  public var declineReason: String?

  /// When the person who accepted last signed in; nil if nobody has. Only in `get-client` and `list-clients`.
  public var lastSignInAt: Date?

  /// Creates a value, such as for a test or a preview.
  public init(
    id: String, clientId: String, status: InvitationStatus, channel: InvitationChannel, sentAt: Date, expiresAt: Date,
    resendCount: Int, email: String? = nil, delivery: InvitationDelivery? = nil, role: Role? = nil,
    acceptedAt: Date? = nil, declinedAt: Date? = nil, declineReason: String? = nil, lastSignInAt: Date? = nil
  ) {
    self.id = id
    self.clientId = clientId
    self.status = status
    self.channel = channel
    self.sentAt = sentAt
    self.expiresAt = expiresAt
    self.resendCount = resendCount
    self.email = email
    self.delivery = delivery
    self.role = role
    self.acceptedAt = acceptedAt
    self.declinedAt = declinedAt
    self.declineReason = declineReason
    self.lastSignInAt = lastSignInAt
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.id = try container.required("id")
    self.clientId = try container.required("clientId")
    self.status = try container.required("status")
    self.channel = try container.required("channel")
    self.sentAt = try container.required("sentAt")
    self.expiresAt = try container.required("expiresAt")
    self.resendCount = try container.required("resendCount")
    self.email = try container.optional("email")
    self.delivery = try container.optional("delivery")
    self.role = try container.optional("role")
    self.acceptedAt = try container.optional("acceptedAt")
    self.declinedAt = try container.optional("declinedAt")
    self.declineReason = try container.optional("declineReason")
    self.lastSignInAt = try container.optional("lastSignInAt")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(id, "id")
    try container.write(clientId, "clientId")
    try container.write(status, "status")
    try container.write(channel, "channel")
    try container.write(sentAt, "sentAt")
    try container.write(expiresAt, "expiresAt")
    try container.write(resendCount, "resendCount")
    try container.writeIfPresent(email, "email")
    try container.writeIfPresent(delivery, "delivery")
    try container.writeIfPresent(role, "role")
    try container.writeIfPresent(acceptedAt, "acceptedAt")
    try container.writeIfPresent(declinedAt, "declinedAt")
    try container.writeIfPresent(declineReason, "declineReason")
    try container.writeIfPresent(lastSignInAt, "lastSignInAt")
  }
}
