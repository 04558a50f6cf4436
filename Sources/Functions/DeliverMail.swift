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
      var untried = mails[...]
      while environment.hasTimeToSend, let mail = untried.popFirst() {
        tried += 1
        guard try environment.isStillWanted(mail) else { continue }
        let attempt = try environment.attempt(mail, patience: Environment.patience)
        let delivery = try environment.store.write { (rows) throws(Problem) in
          try environment.record(attempt, of: mail, rows)
        }
        counts[delivery, default: 0] += 1
      }
      try environment.giveBack(untried)
    }
    let more = try environment.store.read { (rows) throws(Problem) in try rows.hasDueMail(now: environment.clock()) }
    return [
      "sent": JSON(counts[.sent] ?? 0), "retried": JSON(counts[.queued] ?? 0), "failed": JSON(counts[.failed] ?? 0),
      "unknown": JSON(counts[.unknown] ?? 0), "more": .bool(more),
    ]
  }
}
