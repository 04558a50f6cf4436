// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Transaction {
  /// One of an inviter's clients. Another inviter's is not found, like one that does not exist.
  func client(id: String, of inviter: Account) throws(Problem) -> Client {
    guard let client = try client(id: id), client.inviterID == inviter.id else {
      throw Problem(.clientNotFound, "this inviter has no client of that id")
    }
    return client
  }

  /// One of an inviter's invitations. Another inviter's is not found, like one that does not exist.
  func invitation(id: String, of inviter: Account) throws(Problem) -> Invitation {
    guard let invitation = try invitation(id: id), invitation.inviterID == inviter.id else {
      throw Problem(.invitationNotFound, "this inviter has no invitation of that id")
    }
    return invitation
  }
}

extension Policy.InvitationRules {
  /// When the next reminder of an invitation is due, if any is. Only those by mail have any: a reminder is a mail, and
  /// its code proves the address.
  func reminder(of invitation: Invitation, after now: Timestamp) -> Timestamp? {
    guard invitation.channel == .mail else { return nil }
    return remindDaysBefore.map { invitation.expiresAt - .days($0) }.filter { $0 > now }.min()
  }
}
