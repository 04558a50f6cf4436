// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// One decision: the call, what the process was given from outside, and the tables in its transaction.
///
/// A table stores rows: `decision.tables.limits`. What a decision does with them is a service, which `Services.swift`
/// lists: `decision.limits`.
///
/// It is a class, so that its services share it instead of copying it. Once the caller was checked, only the used teams
/// change.
package final class Decision {
  package let call: Call
  package let environment: Environment
  /// The transaction, by its tables.
  package let tables: Transaction
  /// The caller's account as it is in the transaction, once it was checked; nil if nobody calls.
  package fileprivate(set) var caller: Account?
  /// The session or the service key of the caller, as it is in the transaction; nil if nobody calls.
  fileprivate(set) var credential: CallerCredential?

  /// The teams whose data the answer shows.
  package private(set) var usedTeams: [String] = []

  package var policy: Policy { environment.policy }
  /// The time of the event.
  package var now: Timestamp { environment.now }
  package var secret: SecretKey { environment.secret }
  package var hashKeys: HashKeys { environment.hashKeys }
  package var messages: Messages { environment.messages }

  /// `PUBLIC_URL`, without a trailing slash.
  package func publicURL() throws(Problem) -> String { try environment.publicURL() }

  /// A new id, as `Environment.newID` makes it.
  package func newID() -> String { environment.newID() }

  /// Random bytes, as `Environment.random` makes them.
  package func random(_ count: Int) -> [UInt8] { environment.random(count) }

  package init(_ call: Call, _ environment: Environment, _ tables: Transaction) {
    (self.call, self.environment, self.tables) = (call, environment, tables)
    (caller, credential) = (call.caller, call.credential)
  }

  /// The account of a function that only a signed-in account may call, as it is in the transaction. Outside of a
  /// decision, `Call.callerAtEntry` is what is known.
  package func requireCaller() throws(Problem) -> Account {
    guard let caller else { throw .bug("\(call.function) was called without an account") }
    return caller
  }

  /// The session of a function that only a signed-in account may call, as it is in the transaction. Outside of a
  /// decision, `Call.sessionAtEntry` is what is known.
  package func requireSession() throws(Problem) -> Session {
    guard let session = credential?.session else { throw .bug("\(call.function) was called without a session") }
    return session
  }

  /// A decision about another call, in the same transaction.
  func about(_ call: Call) -> Decision {
    let decision = Decision(call, environment, tables)
    (decision.caller, decision.credential, decision.usedTeams) = (caller, credential, usedTeams)
    return decision
  }

  /// Notes that the answer shows something of a team.
  func use(_ teamID: String) { if !usedTeams.contains(teamID) { usedTeams.append(teamID) } }

  /// Forgets the used teams: the caller may see the answer without them.
  func useNoTeam() { usedTeams = [] }
}

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
  ///   - continuation: what a sign-in does when the challenge of its second factor is answered.
  ///   - prefetch: queries that `body` will need.
  ///   - onRefusal: writes further changes of a refusal.
  /// - Throws: the new or remembered refusal, or the reason why there is no answer.
  package func decide<Output: FunctionOutput>(
    _ call: Call, amendableFor: @autoclosure () -> Duration? = nil, continuation: @autoclosure () -> JSON? = nil,
    prefetch: Prefetch = .nothing,
    onRefusal: (Decision, Problem) throws(Problem) -> Void = { (_, _) throws(Problem) in },
    _ body: (Decision) throws(Problem) -> Output
  ) throws(Problem) -> Answer<Output> {
    if call.access?.access == .inviter { try giveTeam(to: call) }
    var call = call
    while true {
      let ending: Ending<Output>
      do throws(Problem) {
        ending = try decideOnce(call, amendableFor: amendableFor(), prefetch: prefetch, onRefusal: onRefusal, body)
      } catch {
        // The transaction was rolled back, so nothing has changed before the challenge is answered.
        guard let account = error.challengedAccount, let event = continuation() else { throw error }
        ending = try challenge(account, toContinueWith: event, call)
      }
      call.count?.finish()
      switch ending {
      case .granted(let output): return .decided(output)
      case .challenged(let output): return .challenged(output)
      case .refused(let problem): throw problem
      case .seen:
        let key = call.event?.key
        if let result = try rememberedResult(&call) { return .remembered(result) }
        // Another anonymous caller's event with the same source and id was decided in between. This event now has its
        // own key.
        guard call.event?.key != key else { throw .bug("the remembered answer of an event is missing") }
      }
    }
  }

  /// Answers an event with the challenge of the account's second factor.
  private func challenge<Output>(
    _ accountID: String, toContinueWith event: JSON, _ call: Call
  ) throws(Problem) -> Ending<Output> {
    try write(call, noticesCommit: call.event != nil) { (decision) throws(Problem) -> Ending<Output> in
      if try decision.isRepeated() { return .seen }
      try decision.limits.requireCallsLeft()
      let output = try decision.challenges.challenge(accountID, toContinueWith: event)
      try decision.remember(.success(output.json), of: accountID)
      return .challenged(output)
    }
  }

  /// Gives an inviter the team in which it works, once, before something can belong to it.
  func giveTeam(to call: Call) throws(Problem) {
    guard let caller = call.caller, caller.needsTeam(policy) else { return }
    try write(call) { (decision) throws(Problem) in
      guard let account = try decision.tables.accounts.find(id: caller.id), account.needsTeam(policy) else {
        return
      }
      try decision.teams.storeOwn(of: account)
    }
  }

  /// Decides an event that queues mails, and tries to send them at once. Their delivery does not change the answer.
  /// - Parameters:
  ///   - canQueueMail: whether the event can queue mails. Otherwise a repeated event does not wait for them.
  ///   - body: as for `decide`. It returns the mails with the output.
  func decideAndSend<Output: FunctionOutput>(
    _ call: Call, canQueueMail: Bool = true,
    onRefusal: (Decision, Problem) throws(Problem) -> Void = { (_, _) throws(Problem) in },
    _ body: (Decision) throws(Problem) -> (output: Output, mails: [OutboxMessage])
  ) throws(Problem) -> Answer<Output> {
    var promised: (messages: [OutboxMessage], teams: [String]) = ([], [])
    let answer = try decide(
      call, amendableFor: canQueueMail ? PromisedMessages.amendableFor : nil, onRefusal: onRefusal
    ) {
      (decision) throws(Problem) in
      let (output, mails) = try body(decision)
      // After the commit the event could not be refused any more.
      if !mails.isEmpty { try courier.require().check() }
      promised = (mails, decision.usedTeams)
      return output
    }
    guard case .decided(let output) = answer else { return answer }
    _ = try PromisedMessages(promised.messages, of: promised.teams, call, self).send { (_) throws(Problem) in output }
    return answer
  }

  /// The transaction of `decide`.
  private func decideOnce<Output: FunctionOutput>(
    _ call: Call, amendableFor: @autoclosure () -> Duration?, prefetch: Prefetch,
    onRefusal: (Decision, Problem) throws(Problem) -> Void, _ body: (Decision) throws(Problem) -> Output
  ) throws(Problem) -> Ending<Output> {
    // An event with an id finds out by the id whether it was committed before.
    try write(call, noticesCommit: call.event != nil) { (decision) throws(Problem) -> Ending<Output> in
      decision.prefetch(prefetch)
      decision.prefetch(.pipeline)
      if try decision.isRepeated() { return .seen }
      do throws(Problem) {
        try decision.limits.requireCallsLeft()
        try decision.recheckCaller()
        let output = try body(decision)
        try decision.remember(.success(output.json), amendableFor: amendableFor() ?? .zero)
        return .granted(output)
      } catch {
        guard error.isRefusal, error.challengedAccount == nil else { throw error }
        guard !decision.tables.hasWritten else {
          throw .bug("\(call.function) refused with \(error.code.rawValue) after writing")
        }
        try onRefusal(decision, error)
        return .refused(try decision.refuse(error))
      }
    }
  }
}

extension Environment {
  /// Answers an event that only reads, from one state of the database.
  func answer<Output: FunctionOutput>(
    _ call: Call, _ body: (Decision) throws(Problem) -> Output
  ) throws(Problem) -> Answer<Output> {
    try read(call) { (decision) throws(Problem) in
      let output = try body(decision)
      return .answered(output, of: decision.usedTeams)
    }
  }
}

/// Transactions in which a decision's services work, without the audit entry and the remembered answer of `decide`.
extension Environment {
  package func read<Result>(
    _ call: Call, _ body: (Decision) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try store.read { (transaction) throws(Problem) in try body(Decision(call, self, transaction)) }
  }

  package func readAtOnce<Result>(
    _ call: Call, _ body: (Decision) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try store.readAtOnce { (transaction) throws(Problem) in try body(Decision(call, self, transaction)) }
  }

  package func write<Result>(
    _ call: Call, noticesCommit: Bool = false, _ body: (Decision) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try store.write(noticesCommit: noticesCommit) { (transaction) throws(Problem) in
      try body(Decision(call, self, transaction))
    }
  }

  package func sweep<Result>(
    _ call: Call, _ body: (Decision) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try store.sweep { (transaction) throws(Problem) in try body(Decision(call, self, transaction)) }
  }

  func note(_ call: Call, _ body: (Decision) throws(Problem) -> Void) {
    store.note { (transaction) throws(Problem) in try body(Decision(call, self, transaction)) }
  }
}

extension Decision {
  /// Whether the event was decided before.
  fileprivate func isRepeated() throws(Problem) -> Bool {
    guard let event = call.event else { return false }
    return try tables.seenEvents.find(event.key, now: now) != nil
  }

  /// Checks the caller again: while the transaction waited, the session or the key may have ended, and the account may
  /// have been deleted, changed its role or got a second factor.
  fileprivate func recheckCaller() throws(Problem) {
    guard let credential = call.credential else { return }
    let current = try environment.current(credential, tables)
    guard current.account.id == call.caller?.id else { throw .unusableKey }
    try current.account.requireActive(at: now)
    if let access = call.access { try environment.require(access, of: current) }
    (caller, self.credential) = (current.account, current.credential)
    if call.needsRecentSignIn {
      try current.credential.requireRecentSignIn(of: current.account, policy.session, at: now)
    }
  }

  /// Stores the effects of a refusal: its consequence, its audit entry, and its remembered answer.
  /// - Returns: the refusal, with its answer if it is remembered.
  fileprivate func refuse(_ problem: Problem) throws(Problem) -> Problem {
    switch problem.consequence {
    case .remember(let record): try admission.recordUnderage(record)
    case .audit(let counter): try audit(.factorCounter, account: counter.accountID, subject: counter.factorID)
    case .challenge, nil: break
    }
    let mayBeRemembered = try auditRefusal(problem)
    guard problem.isRemembered else { return problem }
    let answer = try environment.messages.answer(problem, call.language)
    // A person sends the same form again when its reason has gone, such as an address that was another account's.
    if mayBeRemembered, call.event?.key.isOfData != true { try remember(.failure(answer)) }
    var refused = problem
    refused.answered = answer.json
    return refused
  }
}
