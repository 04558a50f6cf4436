import Domain
import Storage

/// Hands queued mail to the relay: what could not be sent when it was promised, and what nobody waited for.
public enum DeliverMail: Function {
  public static let name = "deliver-mail"

  public struct Event {
    let limit: Int
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    Event(limit: data.optionalInteger("limit") ?? 1000)
  }

  /// How many mails are taken at once: so many wait for one lease to run out if this process is killed.
  private static let batch = 20

  public static func answer(_ event: Event, _ call: Call, _ environment: Environment) throws(Problem) -> JSON {
    try environment.requireCourier().check()
    var counts: [Invitation.Delivery: Int] = [:]
    var tried = 0
    while tried < event.limit, environment.hasTimeToSend {
      let size = min(batch, event.limit - tried)
      let mails = try environment.store.write { (rows) throws(Problem) in
        try rows.leaseMail(now: environment.clock(), until: environment.leaseEnd, limit: size)
      }
      if mails.isEmpty { break }
      for mail in mails {
        guard environment.hasTimeToSend else { break }
        if let delivery = try deliver(mail, environment) { counts[delivery, default: 0] += 1 }
        tried += 1
      }
    }
    let more = try environment.store.read { (rows) throws(Problem) in try rows.hasDueMail(now: environment.clock()) }
    return [
      "sent": JSON(counts[.sent] ?? 0), "retried": JSON(counts[.queued] ?? 0), "failed": JSON(counts[.failed] ?? 0),
      "unknown": JSON(counts[.unknown] ?? 0), "more": .bool(more),
    ]
  }

  /// - Returns: what became of it; nil where it was not worth sending any more.
  private static func deliver(_ mail: OutboxMail, _ environment: Environment) throws(Problem) -> Invitation.Delivery? {
    let isWanted = try environment.store.read { (rows) throws(Problem) in try isStillWanted(mail, environment, rows) }
    guard isWanted else {
      try environment.store.write { (rows) throws(Problem) in
        try rows.end(mail.id, as: .cancelled, at: environment.now)
      }
      return nil
    }
    let attempt = try environment.attempt(mail, patience: Environment.patience)
    return try environment.store.write { (rows) throws(Problem) in try environment.record(attempt, of: mail, rows) }
  }

  /// Looks again at what the invitation has become since the mail was queued.
  private static func isStillWanted(
    _ mail: OutboxMail, _ environment: Environment, _ rows: Transaction
  ) throws(Problem) -> Bool {
    guard mail.expiresAt > environment.clock(), try rows.isLeased(mail.id) else { return false }
    guard mail.kind.offersInvitation, let id = mail.invitationID else { return true }
    return try rows.invitation(id: id)?.status(at: environment.clock()) == .pending
  }
}
