// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Environment {
  /// Checks a leased mail again just before it is sent.
  /// - Returns: the states of the relays; nil if the mail must not be sent any more. Its final state is then stored.
  func relaysIfSendable(_ mail: OutboxMessage) throws(Problem) -> [RelayState]? {
    let relays: [RelayState]? = try store.read { (rows) throws(Problem) in
      guard let relays = try rows.relays.all(ifLeased: mail.id), try isWanted(mail, rows) else { return nil }
      return try suppression(of: mail, rows) == nil ? relays : nil
    }
    if let relays { return relays }
    return try store.write { (rows) throws(Problem) in
      guard let mail = try rows.outbox.find(id: mail.id), mail.state == .leased else { return nil }
      return try canStillBeSent(mail, rows) ? try rows.relays.all() : nil
    }
  }

  /// The same check in a write transaction.
  private func canStillBeSent(_ mail: OutboxMessage, _ rows: Transaction) throws(Problem) -> Bool {
    if mail.outcome != nil {
      // An event of the vendor shows that the relay accepted the mail, although the answer was lost.
      try rows.outbox.end(mail.id, as: .sent, at: now)
      return false
    }
    if try isWanted(mail, rows) {
      guard let suppression = try suppression(of: mail, rows) else { return true }
      try rows.outbox.end(
        mail.id, as: .failed, at: now, failure: suppression.failure, reason: .dropped, keepsValues: true)
      if let id = mail.invitationID, mail.kind.isInvitation {
        try rows.invitations.setDelivery(suppression.delivery, of: id)
      }
      return false
    }
    if mail.kind.offersInvitation {
      try rows.outbox.end(mail.id, as: .cancelled, at: now)
    } else {
      let reason: BounceReason? = mail.kind.isMail ? .expired : nil
      try rows.outbox.end(mail.id, as: .failed, at: now, failure: "it was not delivered in time", reason: reason)
    }
    return false
  }

  /// Whether a mail has not expired, and, if it offers an invitation, the invitation can still be accepted.
  private func isWanted(_ mail: OutboxMessage, _ rows: Transaction) throws(Problem) -> Bool {
    let timestamp = clock()
    guard mail.expiresAt > timestamp else { return false }
    guard mail.kind.offersInvitation, let id = mail.invitationID else { return true }
    return try rows.invitations.isOffered(invitationID: id, at: timestamp)
  }

  /// Why the recipient does not get this mail; nil if they get it.
  func suppression(of mail: OutboxMessage, _ rows: Transaction) throws(Problem) -> Suppression? {
    guard !mail.kind.isRequested, let address = EmailAddress.stored(mail.recipient),
      let suppression = try suppression(of: address, rows), suppression.blocks(mail.kind)
    else { return nil }
    return suppression
  }
}
