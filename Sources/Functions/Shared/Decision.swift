import Domain
import Identity
import Storage

/// What came of an event.
enum Decided {
  /// It was decided just now.
  case now(JSON)
  /// It had been answered before, with this.
  case before(JSON)

  var answer: JSON {
    switch self {
    case .now(let answer), .before(let answer): answer
    }
  }
}

extension Environment {
  /// Decides an event in one transaction: what was read holds until what follows from it is written, with its audit
  /// row and the answer that the same event will get again.
  ///
  /// `body` reads, decides and then writes. It may refuse until its first write; a refusal is committed too, for it
  /// is audited, remembered and perhaps counted.
  ///
  /// - Parameters:
  ///   - settling: how long the answer may still be amended by `amend`; asked once it is known.
  ///   - onRefusal: what else a refusal writes.
  func decide(
    _ call: Call, settling: @autoclosure () -> Duration? = nil,
    onRefusal: (Transaction, Problem) throws(Problem) -> Void = { (_, _) throws(Problem) in },
    _ body: (Transaction) throws(Problem) -> JSON
  ) throws(Problem) -> Decided {
    enum Outcome { case decided(JSON), refused(Problem), seen }
    let outcome = try store.write { (rows) throws(Problem) -> Outcome in
      if let event = call.event, try rows.seenEvent(event.key, now: now) != nil { return .seen }
      do throws(Problem) {
        try requireCallerStill(call, rows)
        let answer = try body(rows)
        // Not since the start: where many decide at once, it may have taken a while to get here.
        try remember(answer, call, settlesBy: settling().map { clock() + $0 } ?? now, rows)
        return .decided(answer)
      } catch {
        guard error.isRefusal else { throw error }
        guard !rows.hasWritten else { throw .bug("\(call.function) refused with \(error.code.rawValue) after writing") }
        try onRefusal(rows, error)
        if let aftermath = error.aftermath { try leaveBehind(aftermath, call, rows) }
        try auditRefusal(error, call, rows)
        if !error.code.isRetryable { try remember(try self.answer(error, call.language), call, settlesBy: now, rows) }
        return .refused(error)
      }
    }
    switch outcome {
    case .decided(let answer): return .now(answer)
    case .refused(let problem): throw problem
    case .seen:
      guard let answer = try rememberedAnswer(call) else { throw .bug("a seen event is gone") }
      return .before(answer)
    }
  }

  /// Looks at the caller again: its session may have been ended, and its account deleted, while this one waited.
  private func requireCallerStill(_ call: Call, _ rows: Transaction) throws(Problem) {
    guard let session = call.session else { return }
    guard let now = try rows.session(id: session.id), let account = try rows.account(id: session.accountID) else {
      throw .sessionRevoked(.signedOut)
    }
    try now.requireAlive(at: self.now)
    guard account.status == .active else { throw Problem(.userDisabled, "the account is disabled") }
  }

  /// Puts the final answer in the place of the one that was remembered.
  func amend(_ answer: JSON, _ call: Call, _ rows: Transaction) throws(Problem) -> JSON {
    try remember(answer, call, settlesBy: now, rows)
    return answer
  }

  /// The answer that the same event got before. One that may still be amended is waited for.
  /// - Throws: `event/id-conflict` where the event had other data.
  public func rememberedAnswer(_ call: Call) throws(Problem) -> JSON? {
    guard let (key, data) = call.event else { return nil }
    var interval = Duration.milliseconds(10)
    while true {
      let found = try store.read { (rows) throws(Problem) in try rows.seenEvent(key, now: now) }
      guard let seen = found else { return nil }
      let answer = try opened(seen, key, data)
      if seen.settlesBy <= clock() || !hasTimeToSend { return answer }
      pause(interval)
      // Many may wait for one, which needs the database to get done.
      interval = min(interval * 2, .milliseconds(80))
    }
  }

  /// The answer that was remembered, for the same data.
  private func opened(_ seen: SeenEvent, _ key: EventKey, _ data: [UInt8]) throws(Problem) -> JSON {
    let text = try secret.open(seen.sealedAnswer, for: .answers, at: key.place)
    let kept: JSON
    do { kept = try JSON(parsing: Array(text.utf8), maximumDepth: 256) } catch {
      throw .bug("a remembered answer is no JSON")
    }
    // What releases before schema 2 remembered has a keyed hash of the data beside it.
    let isOld = !seen.fingerprint.isEmpty
    let isSame =
      isOld
      ? try secret.fingerprints(data, for: .eventFingerprints).contains { constantTimeEqual(seen.fingerprint, $0) }
      : constantTimeEqual(kept["fingerprint"]?.string ?? "", sha256(data).base64URL)
    guard isSame else {
      throw Problem(.eventIDConflict, "an event of that source and id came before, with other data")
    }
    return isOld ? kept : kept["answer"] ?? .null
  }

  /// Remembers the answer of a function that decides nothing, such as a list, unless `decide` has done so.
  public func rememberIfNew(_ answer: JSON, _ call: Call) throws(Problem) {
    guard let key = call.event?.key else { return }
    let seen = try store.read { (rows) throws(Problem) in try rows.seenEvent(key, now: now) }
    if seen == nil { try store.write { (rows) throws(Problem) in try remember(answer, call, settlesBy: now, rows) } }
  }

  private func remember(_ answer: JSON, _ call: Call, settlesBy: Timestamp, _ rows: Transaction) throws(Problem) {
    guard let (key, data) = call.event else { return }
    // The fingerprint tells what little was in some events: it is sealed together with the answer.
    let kept: JSON = ["fingerprint": .string(sha256(data).base64URL), "answer": answer]
    let sealed = try secret.seal(kept.text, for: .answers, at: key.place)
    try rows.remember(key, SeenEvent(sealedAnswer: sealed, settlesBy: settlesBy), until: now + .hours(24))
  }

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
}
