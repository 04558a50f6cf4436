// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Transaction {
  /// An inviter's client. Another inviter's client is reported as not found, like one that does not exist.
  func client(id: String, of inviter: Account) throws(Problem) -> Client {
    guard let client = try client(id: id), client.inviterID == inviter.id else {
      throw Problem(.clientNotFound, "this inviter has no client with that id")
    }
    return client
  }

  /// An inviter's invitation. Another inviter's invitation is reported as not found, like one that does not exist.
  func invitation(id: String, of inviter: Account) throws(Problem) -> Invitation {
    guard let invitation = try invitation(id: id), invitation.inviterID == inviter.id else {
      throw Problem(.invitationNotFound, "this inviter has no invitation with that id")
    }
    return invitation
  }
}

extension Policy.InvitationRules {
  /// When the next reminder of an invitation is due; nil if there is none. Only invitations by mail have reminders: a
  /// reminder is a mail, and its code proves the address.
  func reminder(of invitation: Invitation, after now: Timestamp) -> Timestamp? {
    guard invitation.channel == .mail else { return nil }
    return remindDaysBefore.map { invitation.expiresAt - .days($0) }.filter { $0 > now }.min()
  }
}
