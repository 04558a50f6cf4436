import Domain
import Storage

extension Environment {
  /// Writes a refusal into the audit log. Those of one limit and caller are one row for as long as the limit's window, with
  /// how many there were: whoever goes on trying is not to fill the log.
  func auditRefusal(_ problem: Problem, _ call: Call, _ rows: Transaction) throws(Problem) {
    guard let limit = problem.limit else { return try audit(call, "refused", code: problem.code, rows) }
    let caller = call.caller.map { "account\n\($0.id)" } ?? call.clientNetwork ?? ""
    let key = try keyedHash("refusal\n\(limit.rawValue)\n\(caller)", rows)
    guard try !rows.countRefusal(key, since: now - policy.limit(limit).window, at: now) else { return }
    var entry = auditEntry(call, "refused", code: problem.code)
    entry.refusalKey = key
    entry.count = 1
    entry.lastAt = now
    try rows.insert(entry)
  }

  /// Writes down that an account was refused for what it may not do, or not yet. It has not come as far as a decision.
  public func auditRefusal(_ problem: Problem, of call: Call) throws(Problem) {
    try store.write { (rows) throws(Problem) in try auditRefusal(problem, call, rows) }
  }
}
