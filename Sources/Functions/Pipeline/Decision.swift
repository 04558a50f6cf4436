// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// How the transaction of a decision ended.
private enum Ending<Output> {
  case granted(Output)
  case challenged(ChallengeOutput)
  case refused(Problem)
  /// The event was decided before.
  case seen
}

extension Environment {
  /// Decides an event in one transaction, together with the audit entry and the remembered answer. The data that it
  /// reads cannot change before it writes.
  ///
  /// `body` reads, decides and then writes. It may refuse until its first write. A refusal is committed too, because it
  /// is audited, remembered and may be counted.
  ///
  /// - Parameters:
  ///   - amendableFor: how long `amend` may still replace the answer. It is evaluated after `body`.
  ///   - continuation: what a way in does when the challenge of a second factor is answered.
  ///   - prefetch: announces queries that `body` will need (see `Transaction.prefetch`).
  ///   - onRefusal: writes further changes of a refusal.
  /// - Throws: the new or remembered refusal, or the reason why there is no answer.
  package func decide<Output: FunctionOutput>(
    _ call: Call, amendableFor: @autoclosure () -> Duration? = nil, continuation: @autoclosure () -> JSON? = nil,
    prefetch: (Transaction) -> Void = { _ in },
    onRefusal: (Transaction, Problem) throws(Problem) -> Void = { (_, _) throws(Problem) in },
    _ body: (Transaction) throws(Problem) -> Output
  ) throws(Problem) -> Answer<Output> {
    let ending: Ending<Output>
    do throws(Problem) {
      ending = try decideOnce(call, amendableFor: amendableFor(), prefetch: prefetch, onRefusal: onRefusal, body)
    } catch {
      // The transaction was rolled back, so that nothing has changed before the challenge is answered.
      guard let account = error.challengedAccount, let event = continuation() else { throw error }
      ending = try store.write(noticesCommit: call.event != nil) { (rows) throws(Problem) -> Ending<Output> in
        if let event = call.event, try rows.seenEvents.find(event.key, now: now) != nil { return .seen }
        try requireCallsLeft(call, rows)
        let output = try challenge(account, toContinueWith: event, call, rows)
        try remember(.success(output.json), call, of: account, rows)
        return .challenged(output)
      }
    }
    finishCount(call)
    switch ending {
    case .granted(let output): return .decided(output)
    case .challenged(let output): return .challenged(output)
    case .refused(let problem): throw problem
    case .seen:
      guard let result = try rememberedResult(call) else { throw .bug("the remembered answer of an event is missing") }
      return .remembered(result)
    }
  }

  /// The transaction of `decide`.
  private func decideOnce<Output: FunctionOutput>(
    _ call: Call, amendableFor: @autoclosure () -> Duration?, prefetch: (Transaction) -> Void,
    onRefusal: (Transaction, Problem) throws(Problem) -> Void, _ body: (Transaction) throws(Problem) -> Output
  ) throws(Problem) -> Ending<Output> {
    // With an event id the body notices if it was committed before.
    try store.write(noticesCommit: call.event != nil) { (rows) throws(Problem) -> Ending<Output> in
      prefetch(rows)
      prefetchPipeline(call, rows)
      if let event = call.event, try rows.seenEvents.find(event.key, now: now) != nil { return .seen }
      do throws(Problem) {
        try requireCallsLeft(call, rows)
        try recheckCaller(call, rows)
        let output = try body(rows)
        try remember(.success(output.json), call, amendableFor: amendableFor() ?? .zero, rows)
        return .granted(output)
      } catch {
        guard error.isRefusal, error.challengedAccount == nil else { throw error }
        guard !rows.hasWritten else { throw .bug("\(call.function) refused with \(error.code.rawValue) after writing") }
        try onRefusal(rows, error)
        if let record = error.underageRecord { try recordUnderage(record, call, rows) }
        if let refused = error.refusedCounter {
          try audit(call, .factorCounter, account: refused.accountID, subject: refused.factorID, rows)
        }
        let mayBeRemembered = try auditRefusal(error, call, rows)
        guard error.isRemembered else { return .refused(error) }
        let answer = try answer(error, call.language)
        if mayBeRemembered { try remember(.failure(answer), call, rows) }
        var refused = error
        refused.answered = answer.json
        return .refused(refused)
      }
    }
  }

  /// Announces what every decision reads.
  private func prefetchPipeline(_ call: Call, _ rows: Transaction) {
    prefetchCallsLeft(call, rows)
    rows.prefetch { (rows) throws(Problem) in
      if let event = call.event { _ = try rows.seenEvents.find(event.key, now: now) }
      guard let session = call.session else { return }
      _ = try rows.sessions.find(id: session.id)
      _ = try rows.accounts.find(ofSession: session.id)
      // The limits of signed-in callers need them.
      _ = try rows.hashKeys.all()
    }
  }

  /// Checks the caller again: while the transaction waited, the session may have ended, and the account may have been
  /// deleted, changed its role or got a second factor.
  private func recheckCaller(_ call: Call, _ rows: Transaction) throws(Problem) {
    guard let session = call.session else { return }
    guard let now = try rows.sessions.find(id: session.id), let account = try rows.accounts.find(ofSession: session.id)
    else {
      throw .sessionRevoked(.signedOut)
    }
    try now.requireActive(at: self.now)
    guard now.accessGeneration == session.accessGeneration else { throw .tokenReplaced }
    try account.requireActive(at: self.now)
    if let access = call.access { try require(access, of: Caller(account: account, session: now)) }
    if call.needsRecentSignIn { try requireRecent(now, of: account) }
  }
}
