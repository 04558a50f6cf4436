// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Deliveries {
  /// How long a message waits whose invitation is withheld.
  private static let pauseWhileWithheld = Duration.minutes(15)

  /// Whether a message may be sent now. If not, its state is stored: it waits while its invitation is withheld, and has
  /// ended otherwise.
  fileprivate func canStillBeSent(_ message: OutboxMessage) throws(Problem) -> Bool {
    if message.outcome != nil {
      // An event of the vendor shows that the relay accepted the mail, although the answer was lost.
      try decision.tables.outbox.end(message.id, as: .sent, at: decision.now)
      return false
    }
    switch try availability(of: message) {
    case .offered:
      guard let suppression = try suppression(of: message) else { return true }
      try decision.tables.outbox.end(
        message.id, as: .failed, at: decision.now, failure: suppression.failure, reason: .dropped, keepsValues: true)
      if let id = message.invitationID, message.kind.isInvitation {
        try decision.tables.invitations.setDelivery(suppression.delivery, of: id)
      }
    case .withheld:
      var again = message
      again.attempts -= 1
      try decision.tables.outbox.requeue(
        again, dueAt: decision.environment.clock() + Self.pauseWhileWithheld,
        failure: "the invitation is withheld, because its inviter is suspended or an account is being deleted")
    case .ended where message.kind.offersInvitation:
      try decision.tables.outbox.end(message.id, as: .cancelled, at: decision.now)
      if let id = message.invitationID, message.kind.isInvitation {
        try decision.tables.invitations.setDelivery(.cancelled, ofWaiting: id)
      }
    case .ended:
      let reason: BounceReason? = message.kind.isMail ? .expired : nil
      try decision.tables.outbox.end(
        message.id, as: .failed, at: decision.now, failure: "it was not delivered in time", reason: reason)
    }
    return false
  }

  /// Whether what a message offers can be accepted. A message that offers no invitation is offered until it expires.
  fileprivate func availability(of message: OutboxMessage) throws(Problem) -> InvitationTable.Availability {
    let timestamp = decision.environment.clock()
    guard message.expiresAt > timestamp else { return .ended }
    guard message.kind.offersInvitation, let id = message.invitationID else { return .offered }
    return try decision.tables.invitations.availability(ofInvitation: id, at: timestamp)
  }

  /// Why the recipient does not get this message; nil if they get it.
  func suppression(of message: OutboxMessage) throws(Problem) -> Suppression? {
    guard !message.kind.isRequested, let address = EmailAddress.stored(message.recipient),
      let suppression = try decision.suppressions.suppression(of: address), suppression.blocks(message.kind)
    else { return nil }
    return suppression
  }
}

extension LeasedMessages {
  /// Checks a leased message again just before it is sent.
  /// - Returns: the states of the relays; nil if the message must not be sent any more. Its final state is then stored.
  package func relays(ifSendable message: OutboxMessage) throws(Problem) -> [RelayState]? {
    let relays: [RelayState]? = try environment.read(call) { (decision) throws(Problem) in
      guard let relays = try decision.tables.relays.all(ifLeased: message.id),
        try decision.deliveries.availability(of: message) == .offered
      else { return nil }
      return try decision.deliveries.suppression(of: message) == nil ? relays : nil
    }
    if let relays { return relays }
    return try environment.write(call) { (decision) throws(Problem) in
      guard let message = try decision.tables.outbox.find(id: message.id), message.state == .leased else {
        return nil
      }
      return try decision.deliveries.canStillBeSent(message) ? try decision.tables.relays.all() : nil
    }
  }
}
