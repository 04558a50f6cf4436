// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Decision {
  /// Adds an entry to the audit log.
  /// - Parameter byOther: whether somebody else than the account acts, as for `auditEntry`.
  package func audit(
    _ action: AuditAction, account: String? = nil, team: String? = nil, subject: String? = nil,
    code: ErrorCode? = nil, byOther: Bool = false
  ) throws(Problem) {
    var entry = auditEntry(action, account: account, team: team, subject: subject, code: code, byOther: byOther)
    entry.subjectKey = try subjectKey(entry)
    try tables.auditLog.insert(entry)
  }

  /// Audits a request for a mail with a code. The entry has the account of the address, so that the requester's network
  /// address is erased with that account. A caller's entry already has the caller's account.
  func auditRequest(_ action: AuditAction, about account: Account?) throws(Problem) {
    try audit(action, account: call.caller == nil ? account?.id : nil)
  }

  /// How many refusals of one audit entry are remembered. A client that sends more in one window is not repeating them.
  private static let rememberedRefusals = 20

  /// Adds a refusal to the audit log. Refusals of one limit and caller within the window of the limit are one row with
  /// a count, so that repeated attempts do not fill the log. Refused bots within an hour are one row too, and refusals
  /// of callers without a session within the window of `limits.public`. The log does not keep the device of a person
  /// who is too young.
  /// - Returns: whether the answer may be remembered. The answers to the first refusals of a row are, so that a client
  ///   cannot fill the database with them.
  @discardableResult
  func auditRefusal(_ problem: Problem) throws(Problem) -> Bool {
    if problem.isUnderage, call.device != nil {
      var anonymous = call
      anonymous.device = nil
      return try about(anonymous).auditRefusal(problem)
    }
    guard let (group, window) = refusalGroup(of: problem) else {
      try audit(.refused, account: problem.audited.accountID, code: problem.code)
      return true
    }
    let caller =
      call.key.map { "key\n\($0.id)" } ?? call.caller.map { "account\n\($0.id)" } ?? call.clientNetwork ?? ""
    let key = try keyedHash("refusal\n\(group)\n\(caller)")
    if let count = try tables.auditLog.countRefusal(key, since: now - window, at: now) {
      return count <= Self.rememberedRefusals
    }
    var entry = auditEntry(.refused, account: problem.audited.accountID, code: problem.code)
    entry.refusalKey = key
    entry.subjectKey = try subjectKey(entry)
    entry.count = 1
    entry.lastAt = now
    try tables.auditLog.insert(entry)
    return true
  }

  /// The name and the period in which refusals of one caller are one row; nil if each is a row.
  private func refusalGroup(of problem: Problem) -> (name: String, window: Duration)? {
    if let limit = problem.audited.limit { return (limit.rawValue, policy.limit(limit).window) }
    if problem.code == .botSuspected { return (problem.code.rawValue, .hours(1)) }
    // A key that is not for the function is refused before anything is counted.
    if call.key != nil, problem.code == .permissionDenied {
      return ("\(call.function)\n\(problem.code.rawValue)", policy.limit(.serviceKey).window)
    }
    // Without an address, one row would stand for all clients. Not for triggers either: one sender speaks for many
    // people.
    guard call.count != nil, call.caller == nil, call.clientNetwork != nil else { return nil }
    // The entry names the account that the event names, and its address is erased with that account.
    let subject = problem.audited.accountID ?? call.email?.key ?? ""
    return ("\(call.function)\n\(problem.code.rawValue)\n\(subject)", policy.limit(.all).window)
  }

  /// The keyed hash of the address that a call without an account names, so that the entry loses the network address
  /// when the owner of that address deletes their account.
  private func subjectKey(_ entry: AuditEntry) throws(Problem) -> String? {
    // A refused call takes equally long whether or not the address has an account.
    guard entry.accountID == nil || entry.code != nil && call.caller == nil, let email = call.email else { return nil }
    let key = try keyedHash("audit\n\(email.key)")
    return entry.accountID == nil ? key : nil
  }
}

extension Environment {
  /// Audits a refusal before anything was decided. The entry may be lost.
  package func noteRefusal(_ problem: Problem, of call: Call) {
    // A note is written only to a database that is open.
    do throws(Problem) { try store.read { (transaction) throws(Problem) in _ = try transaction.hashKeys.all() } } catch
    { return }
    note(call) { (decision) throws(Problem) in try decision.auditRefusal(problem) }
  }

  /// Audits that an account was refused before the decision, because of its state or role.
  package func auditRefusal(_ problem: Problem, of call: Call) throws(Problem) {
    _ = try write(call) { (decision) throws(Problem) in try decision.auditRefusal(problem) }
  }
}

extension Decision {
  /// An entry of the audit log, for callers that insert many entries at once.
  /// - Parameter byOther: whether somebody else than the account acts. The account must not learn where that person is,
  ///   and on which device. Of a signed-in caller it is known.
  func auditEntry(
    _ action: AuditAction, account: String? = nil, team: String? = nil, subject: String? = nil,
    code: ErrorCode? = nil, byOther: Bool = false
  ) -> AuditEntry {
    var entry = AuditEntry(
      id: environment.newID(), at: now, function: call.function, action: action,
      accountID: account ?? call.caller?.id,
      teamID: team ?? usedTeams.first ?? call.key?.teamID ?? teams.auditedTeamID(of: caller),
      subjectID: subject,
      code: code, provider: call.method?.name, address: call.origin.address, userAgent: call.userAgent,
      traceID: call.origin.traceID)
    entry.operatorName = call.origin.operatorName
    entry.service = call.key?.name
    entry.country = call.origin.country
    entry.device = call.device.map {
      .object(["name": $0.name.map(JSON.string), "platform": $0.platform.map(JSON.string), "id": .string($0.id)])
    }
    entry.duration = call.origin.startedAt.map { .now - $0 }
    if byOther || caller != nil && entry.accountID != caller?.id {
      (entry.address, entry.userAgent, entry.country, entry.device) = (nil, nil, nil, nil)
    }
    return entry
  }
}

extension Problem {
  /// Names the account in the refusals of a closure.
  static func about<Result>(_ account: Account, _ body: () throws(Problem) -> Result) throws(Problem) -> Result {
    do throws(Problem) { return try body() } catch {
      var problem = error
      problem.audited.accountID = account.id
      throw problem
    }
  }
}
