// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Environment {
  private static let maximumAttempts = 8

  /// Stores the result of an attempt.
  /// - Returns: the delivery state of the mail.
  @discardableResult
  func record(
    _ attempt: DeliveryAttempt, of mail: OutboxMessage, _ rows: Transaction
  ) throws(Problem) -> Invitation.Delivery {
    let (delivery, hadLease) = try write(attempt, of: mail, rows)
    if case .exchanged(let grant) = attempt { try keep(grant, of: mail, rows) }
    if hadLease, let invitationID = mail.invitationID, mail.kind.isInvitation {
      try rows.setDelivery(delivery, of: invitationID, by: mail.id)
      if delivery == .sent, !policy.webhooks.isEmpty, let invitation = try rows.invitation(id: invitationID) {
        try announce(.invitationSent, invitation, traceparent: mail.traceparent, rows)
      }
    }
    return delivery
  }

  /// Releases the leases of mails that were not tried. Their attempts are not used up, and they are due now.
  func releaseLeases(_ mails: some Collection<OutboxMessage>) throws(Problem) {
    if mails.isEmpty { return }
    try store.write { (rows) throws(Problem) in
      for mail in mails { try write(.waitForOperator("there was no time to try it"), of: mail, dueAt: clock(), rows) }
    }
  }

  @discardableResult
  private func write(
    _ attempt: DeliveryAttempt, of mail: OutboxMessage, dueAt: Timestamp? = nil, _ rows: Transaction
  ) throws(Problem) -> (Invitation.Delivery, hadLease: Bool) {
    var again = mail
    switch attempt {
    case .sent(let vendorID):
      return (.sent, try rows.end(mail.id, as: .sent, at: now, vendorID: vendorID))
    case .exchanged: return (.sent, try rows.end(mail.id, as: .sent, at: now))
    case .refused(let reason):
      return (.failed, try rows.end(mail.id, as: .failed, at: now, failure: reason))
    case .deadToken(let reason):
      if let address = mail.pushAddress { try rows.removePushAddress(address) }
      return (.failed, try rows.end(mail.id, as: .failed, at: now, failure: reason))
    case .unknown(let reason) where mail.unknownAttempts > 0:
      return (.unknown, try rows.end(mail.id, as: .unknown, at: now, failure: reason))
    case .retry(let reason, _) where hasUsedUpItsAttempts(mail),
      .retrySameRelay(let reason, _) where hasUsedUpItsAttempts(mail):
      return (.failed, try rows.end(mail.id, as: .failed, at: now, failure: reason))
    case .unknown(let reason):
      again.unknownAttempts += 1
      return (.queued, try rows.requeue(again, dueAt: clock() + backoff(mail.attempts), failure: reason))
    case .retry(let reason, let after), .retrySameRelay(let reason, let after):
      let pause = max(after ?? .zero, backoff(mail.attempts))
      return (.queued, try rows.requeue(again, dueAt: clock() + pause, failure: reason))
    case .waitForOperator(let reason):
      again.attempts -= 1
      return (.queued, try rows.requeue(again, dueAt: dueAt ?? clock() + .minutes(1), failure: reason))
    }
  }

  /// A revocation is tried until it expires: without it the person's consent at Apple outlives the account.
  private func hasUsedUpItsAttempts(_ mail: OutboxMessage) -> Bool {
    mail.attempts >= Self.maximumAttempts && mail.kind != .appleRevocation
  }

  /// 20 s, doubled for each attempt, plus up to a quarter of random jitter, so that mails that failed together are not
  /// retried together.
  private func backoff(_ attempts: Int) -> Duration {
    let base = 20_000 << min(max(attempts - 1, 0), 10)
    let jitter = random(2).reduce(0) { $0 << 8 | Int($1) } * base / 4 / 65_536
    return .milliseconds(base + jitter)
  }
}
