// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Environment {
  /// Looks again at what has become of a mail that this process has taken, and of what it is about.
  /// - Returns: false where it is not worth sending any more; it has ended then.
  func isStillWanted(_ mail: OutboxMessage) throws(Problem) -> Bool {
    let mayGo = try store.read { (rows) throws(Problem) in
      guard let mail = try rows.mail(id: mail.id), mail.state == .leased, mail.outcome == nil else { return false }
      guard try isWanted(mail, rows) else { return false }
      return try suppression(of: mail, rows) == nil
    }
    if mayGo { return true }
    return try store.write { (rows) throws(Problem) in
      guard let mail = try rows.mail(id: mail.id), mail.state == .leased else { return false }
      return try isStillWanted(mail, rows)
    }
  }

  /// The same, in one transaction.
  private func isStillWanted(_ mail: OutboxMessage, _ rows: Transaction) throws(Problem) -> Bool {
    if mail.outcome != nil {
      // Nobody heard the relay take it, but it has.
      try rows.end(mail.id, as: .sent, at: now)
      return false
    }
    if try isWanted(mail, rows) {
      guard let suppression = try suppression(of: mail, rows) else { return true }
      try rows.end(mail.id, as: .failed, at: now, failure: suppression.failure)
      if let id = mail.invitationID, mail.kind.isInvitation { try rows.setDelivery(suppression.delivery, of: id) }
      return false
    }
    if mail.kind.offersInvitation {
      try rows.end(mail.id, as: .cancelled, at: now)
    } else {
      try record(.refused("it was not delivered in time"), of: mail, rows)
    }
    return false
  }

  /// Whether a mail is worth sending: in time, and about an invitation that can still be accepted, where it offers one.
  private func isWanted(_ mail: OutboxMessage, _ rows: Transaction) throws(Problem) -> Bool {
    let timestamp = clock()
    guard mail.expiresAt > timestamp else { return false }
    guard mail.kind.offersInvitation, let id = mail.invitationID else { return true }
    return try rows.invitation(id: id)?.status(at: timestamp) == .pending
  }

  /// Why a mail is not for its recipient, where it is not.
  func suppression(of mail: OutboxMessage, _ rows: Transaction) throws(Problem) -> Suppression? {
    guard !mail.kind.isAskedFor, let address = EmailAddress(mail.recipient),
      let suppression = try rows.suppression(of: address), suppression.keeps(mail.kind)
    else { return nil }
    return suppression
  }
}
