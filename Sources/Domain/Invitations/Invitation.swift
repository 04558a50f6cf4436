// SPDX-License-Identifier: Apache-2.0

/// An offer to one person to become a client of one inviter, or to get another role.
package struct Invitation: Equatable, Sendable {
  /// The status of an invitation, as in the column `status` and in results.
  package enum Status: String, CaseIterable, Sendable { case pending, accepted, expired, revoked, declined }
  /// How the code reaches the person: by mail, by text message, or as a link that the inviter passes on. Only a mail
  /// proves that the person who has the code reads the address.
  package enum Channel: String, CaseIterable, Sendable { case mail, link, sms }

  package var id: String
  package var clientID: String
  package var teamID: String
  /// Who has sent it.
  package var inviterID: String
  /// The role in the team that the invitation gives; nil for a client.
  package var teamRole: Team.Role?
  /// The invited address; nil if none is known. Nothing is matched then.
  package var email: EmailAddress?
  /// The status in the database. Show `status(at:)`.
  package var storedStatus: Status
  package var channel: Channel
  /// The delivery state of its mail or text message; nil for a link.
  package var delivery: OutboxMessage.Delivery?
  package var allowOtherEmail: Bool
  /// The role of the account that accepts; nil for the invitee's. Only an invitee becomes a client.
  package var role: String?
  package var sentAt: Timestamp
  package var expiresAt: Timestamp
  package var acceptedAt: Timestamp?
  package var resendCount: Int
  /// When its code was first looked at while it could be accepted.
  package var openedAt: Timestamp?
  /// When the person declined it; nil if it is not declined.
  package var declinedAt: Timestamp?
  /// Why the person declined it, in their own words.
  package var declineReason: String?
  /// What the app wants to know when the invitation is accepted. The person sees it then, and not before.
  package var data: JSON?
  /// Where the person goes after the acceptance: a URL of the policy's `app.returnURLs`.
  package var returnURL: String?
  /// What a backend stores with the invited person: at the acceptance it becomes the account's `user_metadata`.
  package var userMetadata: JSON?

  package init(
    id: String, clientID: String, teamID: String, inviterID: String, email: EmailAddress?,
    storedStatus: Status = .pending, channel: Channel, delivery: OutboxMessage.Delivery?, allowOtherEmail: Bool,
    role: String? = nil,
    sentAt: Timestamp,
    expiresAt: Timestamp, acceptedAt: Timestamp? = nil, resendCount: Int = 0, openedAt: Timestamp? = nil
  ) {
    self.id = id
    self.clientID = clientID
    self.teamID = teamID
    self.inviterID = inviterID
    self.email = email
    self.storedStatus = storedStatus
    self.channel = channel
    self.delivery = delivery
    self.allowOtherEmail = allowOtherEmail
    self.role = role
    self.sentAt = sentAt
    self.expiresAt = expiresAt
    self.acceptedAt = acceptedAt
    self.resendCount = resendCount
    self.openedAt = openedAt
  }

  /// The last day of the term, as mails and pages show it.
  package var lastDay: Timestamp { InvitationTerm.lastDay(endingAt: expiresAt) }

  /// An overdue invitation is expired even if the sweep has not marked it yet.
  package func status(at now: Timestamp) -> Status {
    storedStatus == .pending && expiresAt <= now ? .expired : storedStatus
  }

  /// Whether send-invitation may send it again: nobody can accept it any more, or its mail bounced. After an acceptance
  /// the person must have left the inviter, or have no account any more. A person who has not answered yet whether the
  /// inviter stays has not left.
  package func mayBeSentAgain(to client: Client, at now: Timestamp) -> Bool {
    switch status(at: now) {
    case .expired, .declined, .revoked: true
    case .pending: delivery == .bounced
    case .accepted: client.accountID == nil && client.waitingAccountID == nil
    }
  }

  package func json(at now: Timestamp) -> JSON {
    let isDeclined = storedStatus == .declined
    return .object([
      "id": JSON(id), "clientId": JSON(clientID), "email": email.map { JSON($0.text) },
      "status": JSON(status(at: now).rawValue), "channel": JSON(channel.rawValue),
      "delivery": delivery.map { JSON($0.rawValue) }, "role": role.map(JSON.string),
      "sentAt": JSON(sentAt.rfc3339), "expiresAt": JSON(expiresAt.rfc3339),
      "acceptedAt": acceptedAt.map { JSON($0.rfc3339) }, "resendCount": JSON(resendCount),
      "declinedAt": isDeclined ? declinedAt.map { JSON($0.rfc3339) } : nil,
      "declineReason": isDeclined ? declineReason.map(JSON.string) : nil,
    ])
  }

  /// - Throws: why the invitation cannot be accepted.
  package func requirePending(at now: Timestamp) throws(Problem) {
    switch status(at: now) {
    case .pending: return
    case .accepted: throw Problem(.invitationAlreadyAccepted, "the invitation was accepted already")
    case .expired: throw Problem(.invitationExpired, "the invitation expired at \(expiresAt.rfc3339)")
    case .revoked: throw Problem(.invitationRevoked, "the inviter has withdrawn the invitation")
    case .declined: throw Problem(.invitationDeclined, "the invited person has declined the invitation")
    }
  }
}
