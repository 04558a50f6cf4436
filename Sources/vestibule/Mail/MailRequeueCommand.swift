// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Domain
import Functions
import Storage

struct MailRequeueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "requeue", abstract: "Makes waiting mails due now, and queues failed mails again.",
    discussion: """
      A failed mail keeps its secrets until what it carries has ended, so that it can be sent again. The secrets of \
      other mails that have ended are erased: an alternative is printed for each. Prints the numbers of mails that are due \
      now and of those that were refused, as one JSON object.
      """)

  @Argument(help: "Ids of mails, from \"mail list\".")
  var id: [String] = []

  @Option(help: "All mails in this state, instead of ids.")
  var state: OutboxMessage.State?

  @Option(
    help: ArgumentHelp(
      "With --state: only mails that ended, or were created, within this time: 90m, 24h, 7d.", valueName: "time"))
  var since: TimeSpan?

  func validate() throws {
    guard id.isEmpty != (state == nil) else {
      throw ValidationError("Give either the ids of mails or --state.")
    }
    if since != nil, state == nil { throw ValidationError("--since needs --state.") }
  }

  func run() throws {
    try reportingFailure { () throws(Failure) in try requeue() }
  }

  /// The number of mails in one transaction, during which other writers wait.
  private static let batch = 500

  private func requeue() throws(Failure) {
    let environment = try MailCommand.environment()
    var counts = Counts()
    if let state {
      let filter = MailFilter(state: state, since: since.map { environment.now - $0.duration })
      // Mails that are created in the meantime are not included.
      var last: String? = environment.newID()
      while let before = last {
        let (decisions, next) = try Self.requeue(filter, before: before, environment)
        counts.note(decisions)
        last = next
      }
    } else {
      for id in id { counts.note([try Self.requeue(id.trimmed, environment)]) }
    }
    if counts.requeued > 0 {
      try orFailure { () throws(Problem) in
        try environment.store.write { (transaction) throws(Problem) in
          try transaction.relays.retryAll(at: environment.now)
        }
      }
    }
    try printLine(JSON.object(["requeued": JSON(counts.requeued), "refused": JSON(counts.refused)]).text)
    if counts.requeued == 0 {
      throw .impossible(counts.refused == 0 ? "there is no such mail" : "no mail could be requeued")
    }
  }

  /// One batch, and the id before which the next one begins.
  private static func requeue(
    _ filter: MailFilter, before: String, _ environment: Environment
  ) throws(Failure) -> (decisions: [RequeueResult], next: String?) {
    try orFailure { () throws(Problem) in
      try environment.write(.ofOperator("mail", environment)) { (decision) throws(Problem) in
        let records = try decision.tables.mailRecords.list(filter, before: before, limit: batch)
        var decisions: [RequeueResult] = []
        for record in records { decisions.append(try decision.deliveries.requeue(record)) }
        return (decisions, records.last?.mail.id)
      }
    }
  }

  private static func requeue(_ id: String, _ environment: Environment) throws(Failure) -> RequeueResult {
    try orFailure { () throws(Problem) in
      try environment.write(.ofOperator("mail", environment)) { (decision) throws(Problem) in
        try decision.deliveries.requeue(id)
      }
    }
  }
}

/// How many mails were requeued, and how many were refused.
private struct Counts {
  var requeued = 0
  var refused = 0

  mutating func note(_ decisions: [RequeueResult]) {
    for decision in decisions {
      guard let refusal = decision.refusal else {
        requeued += 1
        continue
      }
      refused += 1
      writeStandardError("vestibule: \(decision.id.printable) \(refusal.printable)\n")
    }
  }
}
