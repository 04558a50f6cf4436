// SPDX-License-Identifier: Apache-2.0

/// An offer to one person to become a client of one inviter.
public struct Invitation: Equatable, Sendable {
  public enum Status: String, CaseIterable, Sendable { case pending, accepted, expired, revoked }
  /// How the code reaches the person: by mail, by text message, or as a link that the inviter passes on. Only a mail
  /// proves that the person who has the code reads the address.
  public enum Channel: String, CaseIterable, Sendable { case mail, link, sms }
  public enum Delivery: String, Sendable { case queued, sent, delivered, bounced, failed, unknown }

  public var id: String
  public var clientID: String
  public var inviterID: String
  public var email: EmailAddress
  /// The status in the database. Show `status(at:)`.
  public var storedStatus: Status
  public var channel: Channel
  /// The delivery state of its mail or text message; nil for a link.
  public var delivery: Delivery?
  public var allowOtherEmail: Bool
  public var sentAt: Timestamp
  public var expiresAt: Timestamp
  public var acceptedAt: Timestamp?
  public var resendCount: Int

  public init(
    id: String, clientID: String, inviterID: String, email: EmailAddress, storedStatus: Status = .pending,
    channel: Channel, delivery: Delivery?, allowOtherEmail: Bool, sentAt: Timestamp, expiresAt: Timestamp,
    acceptedAt: Timestamp? = nil, resendCount: Int = 0
  ) {
    self.id = id
    self.clientID = clientID
    self.inviterID = inviterID
    self.email = email
    self.storedStatus = storedStatus
    self.channel = channel
    self.delivery = delivery
    self.allowOtherEmail = allowOtherEmail
    self.sentAt = sentAt
    self.expiresAt = expiresAt
    self.acceptedAt = acceptedAt
    self.resendCount = resendCount
  }

  /// An overdue invitation is expired even if the sweep has not marked it yet.
  public func status(at now: Timestamp) -> Status {
    storedStatus == .pending && expiresAt <= now ? .expired : storedStatus
  }

  public func json(at now: Timestamp) -> JSON {
    .object([
      "id": JSON(id), "clientId": JSON(clientID), "email": JSON(email.text),
      "status": JSON(status(at: now).rawValue), "channel": JSON(channel.rawValue),
      "delivery": delivery.map { JSON($0.rawValue) },
      "sentAt": JSON(sentAt.rfc3339), "expiresAt": JSON(expiresAt.rfc3339),
      "acceptedAt": acceptedAt.map { JSON($0.rfc3339) }, "resendCount": JSON(resendCount),
    ])
  }

  /// - Throws: why the invitation cannot be accepted.
  public func requirePending(at now: Timestamp) throws(Problem) {
    switch status(at: now) {
    case .pending: return
    case .accepted: throw Problem(.invitationAlreadyAccepted, "the invitation was accepted already")
    case .expired: throw Problem(.invitationExpired, "the invitation expired at \(expiresAt.rfc3339)")
    case .revoked: throw Problem(.invitationRevoked, "the inviter has withdrawn the invitation")
    }
  }
}
