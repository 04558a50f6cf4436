// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Environment {
  /// Writes what happened into the audit log.
  func audit(
    _ call: Call, _ action: String, account: String? = nil, inviter: String? = nil, subject: String? = nil,
    code: ErrorCode? = nil, _ rows: Transaction
  ) throws(Problem) {
    try rows.insert(auditEntry(call, action, account: account, inviter: inviter, subject: subject, code: code))
  }

  /// A line of the audit log, for those who write many at once.
  func auditEntry(
    _ call: Call, _ action: String, account: String? = nil, inviter: String? = nil, subject: String? = nil,
    code: ErrorCode? = nil
  ) -> AuditEntry {
    AuditEntry(
      id: newID(), at: now, function: call.function, action: action, accountID: account ?? call.caller?.id,
      inviterID: inviter ?? (call.caller?.role == policy.roles.inviter ? call.caller?.id : nil), subjectID: subject,
      code: code, provider: call.provider, address: call.clientAddress, userAgent: call.userAgent,
      traceID: call.traceID)
  }

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
