// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Deliveries {
  /// Whether a mail may be sent. If not, its final state is stored.
  fileprivate func canStillBeSent(_ mail: OutboxMessage) throws(Problem) -> Bool {
    if mail.outcome != nil {
      // An event of the vendor shows that the relay accepted the mail, although the answer was lost.
      try decision.transaction.outbox.end(mail.id, as: .sent, at: decision.now)
      return false
    }
    if try isWanted(mail) {
      guard let suppression = try suppression(of: mail) else { return true }
      try decision.transaction.outbox.end(
        mail.id, as: .failed, at: decision.now, failure: suppression.failure, reason: .dropped, keepsValues: true)
      if let id = mail.invitationID, mail.kind.isInvitation {
        try decision.transaction.invitations.setDelivery(suppression.delivery, of: id)
      }
      return false
    }
    if mail.kind.offersInvitation {
      try decision.transaction.outbox.end(mail.id, as: .cancelled, at: decision.now)
    } else {
      let reason: BounceReason? = mail.kind.isMail ? .expired : nil
      try decision.transaction.outbox.end(
        mail.id, as: .failed, at: decision.now, failure: "it was not delivered in time", reason: reason)
    }
    return false
  }

  /// Whether a mail has not expired, and, if it offers an invitation, the invitation can still be accepted.
  fileprivate func isWanted(_ mail: OutboxMessage) throws(Problem) -> Bool {
    let timestamp = decision.environment.clock()
    guard mail.expiresAt > timestamp else { return false }
    guard mail.kind.offersInvitation, let id = mail.invitationID else { return true }
    return try decision.transaction.invitations.isOffered(invitationID: id, at: timestamp)
  }

  /// Why the recipient does not get this mail; nil if they get it.
  func suppression(of mail: OutboxMessage) throws(Problem) -> Suppression? {
    guard !mail.kind.isRequested, let address = EmailAddress.stored(mail.recipient),
      let suppression = try decision.suppressions.suppression(of: address), suppression.blocks(mail.kind)
    else { return nil }
    return suppression
  }
}

extension LeasedMessages {
  /// Checks a leased mail again just before it is sent.
  /// - Returns: the states of the relays; nil if the mail must not be sent any more. Its final state is then stored.
  package func relays(ifSendable mail: OutboxMessage) throws(Problem) -> [RelayState]? {
    let relays: [RelayState]? = try environment.read(call) { (decision) throws(Problem) in
      guard let relays = try decision.transaction.relays.all(ifLeased: mail.id), try decision.deliveries.isWanted(mail)
      else { return nil }
      return try decision.deliveries.suppression(of: mail) == nil ? relays : nil
    }
    if let relays { return relays }
    return try environment.write(call) { (decision) throws(Problem) in
      guard let mail = try decision.transaction.outbox.find(id: mail.id), mail.state == .leased else { return nil }
      return try decision.deliveries.canStillBeSent(mail) ? try decision.transaction.relays.all() : nil
    }
  }
}
