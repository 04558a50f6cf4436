// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A repeated event is decided once. The first answer, a result or a refusal, is stored encrypted for a day, and the
/// same event gets this answer again. `decide` stores it in the transaction of the decision.
extension Decision {
  /// Replaces the remembered result with the final one.
  /// - Parameter teams: those whose data the result shows.
  func amend<Output: FunctionOutput>(_ output: Output, of teams: [String]) throws(Problem) -> Output {
    teams.forEach(use)
    try remember(.success(output.json))
    return output
  }

  /// Remembers the answer of an event.
  /// - Parameters:
  ///   - result: evaluated only if the event is remembered.
  ///   - amendableFor: how long `amend` may still replace the answer.
  ///   - accountID: the account of an anonymous event, with which its answer is erased; nil if the answer names it.
  func remember(
    _ result: @autoclosure () -> FunctionResult, amendableFor: Duration = .zero, of accountID: String? = nil
  ) throws(Problem) {
    guard let (key, _) = call.event else { return }
    let event = try environment.sealed(result(), call, key, teams: usedTeams, amendableFor: amendableFor, of: accountID)
    try tables.seenEvents.remember(key, event, until: now + .hours(24))
  }
}

extension Environment {
  /// The key by which an event is remembered: its `source` and `id`, or its data.
  /// - Parameters:
  ///   - data: the normalised data.
  ///   - caller: the account that calls, and its session or service key.
  ///   - isPage: whether a browser gets a page.
  ///   - isForm: whether the browser has sent a form. Opening a page writes nothing.
  /// - Returns: nil if the event is not remembered.
  package func eventKey<F: Function>(
    for function: F.Type, _ data: JSON, source: String?, id: String?,
    caller: (account: String, session: String?, key: String?)?,
    isPage: Bool, isForm: Bool
  ) throws(Problem) -> (key: EventKey, data: [UInt8])? {
    let memory = F.memory(of: Fields(data))
    if memory == .never { return nil }
    func key(_ source: String, _ id: String) -> EventKey {
      EventKey(function: F.name, caller: caller?.account ?? "", source: source, id: id)
    }
    if memory == .ofData, !isPage || isForm {
      let line = data.canonicalLine
      let hash = try hashKeys.hashInOwnTransaction("event\n\(String(decoding: line, as: UTF8.self))", in: store)
      return (.ofData(F.name, caller: caller?.account ?? "", hash: hash), line)
    }
    // The id of a request for a page is the web server's.
    guard !isPage, let id, let source else { return nil }
    // Backends that share an account may number their events alike.
    if let own = caller?.key { return (key("key \(own)\n\(source)", id), data.canonicalLine) }
    if memory.isOfOneSession, let session = caller?.session {
      return (key("session \(session)\n\(source)", id), data.canonicalLine)
    }
    return (key(source, id), data.canonicalLine)
  }

  /// The remembered answer of an event that has ended the session which sent it, or deleted the account. It is
  /// returned only for the access token of that session.
  /// - Returns: nil if there is none.
  /// - Throws: the remembered refusal.
  package func rememberedAnswer<F: Function>(
    of function: F.Type, _ data: JSON, source: String?, id: String?, token: String?, _ call: Call
  ) throws(Problem) -> JSON? {
    guard F.memory(of: Fields(data)) == .ofEndedSession, let token, id != nil, source != nil else { return nil }
    let found = try? store.readAtOnce { (transaction) throws(Problem) in
      try authentication.accessTokens.read(token, audiences: policy.audiences, in: transaction)
    }
    guard let bearer = found else { return nil }
    var call = call
    call.event = try eventKey(
      for: F.self, data, source: source, id: id, caller: (bearer.accountID, bearer.sessionID, nil), isPage: false,
      isForm: false)
    return try rememberedResult(&call)
  }

  /// Returns the remembered result of the same event, or runs `body` and remembers its result.
  /// - Parameters:
  ///   - isPage: whether a browser gets a page.
  ///   - body: gets the call with the key by which the event is remembered.
  /// - Throws: a refusal, which is remembered too. The refusal of a form without a decision is not remembered: a person
  ///   who sends the form again reads the reasons in the language of their browser.
  package func answeringOnce<Output: FunctionOutput>(
    _ call: Call, isPage: Bool = false, _ body: (Call) throws(Problem) -> Answer<Output>
  ) throws(Problem) -> JSON {
    var call = call
    if let remembered = try rememberedResult(&call) { return remembered }
    do throws(Problem) {
      let answer = try body(call)
      if case .answered(let output, let teams) = answer { try rememberIfNew(.success(output.json), call, teams) }
      return answer.json
    } catch {
      // A refusal made before any decision is remembered too, but not for an anonymous client: no limit counts these,
      // so one client could fill the table. A refusal that has its answer is remembered already.
      if error.isRemembered, error.answered == nil, !isPage, call.count == nil || call.clientNetwork == nil {
        try rememberIfNew(.failure(try messages.answer(error, call.language)), call, [])
      }
      throw error
    }
  }

  /// The remembered result; nil for a new event. Waits while the first process may still amend it, but by its own
  /// clock: the other machine's may be wrong.
  ///
  /// Anonymous callers share one namespace. If a stranger has used the same `source` and `id`, the call gets a key of
  /// its own, by which its event is remembered.
  /// - Throws: the remembered refusal; `event/id-conflict` if the event had other data.
  package func rememberedResult(_ call: inout Call) throws(Problem) -> JSON? {
    guard let (key, data) = call.event else { return nil }
    var interval = Duration.milliseconds(10)
    var end: Deadline?
    while true {
      let found = try store.readAtOnce(durably: { $0 != nil }) { (transaction) throws(Problem) in
        try transaction.seenEvents.find(key, now: now)
      }
      guard let seen = found else { return nil }
      try requireStillVisible(of: seen, call)
      guard let result = try opened(seen, key, data, call) else {
        // Only the caller knows the data, or it says nothing about anybody.
        (call.event, call.eventKeyIncludesData) = ((try ownKey(of: key, data, call), data), true)
        return try rememberedResult(&call)
      }
      let isLate = end.map { $0.remaining == .zero } ?? false
      // The next repeated event does not wait again.
      if isLate { try store.write { (transaction) throws(Problem) in try transaction.seenEvents.finish(key, seen) } }
      if seen.amendableFor == .zero || isLate || !clock.deadline.hasTimeToSend {
        switch result {
        case .success(let json): return json
        case .failure(let error): throw Problem(remembered: error)
        }
      }
      if end == nil { end = clock.deadline.atMost(seen.amendableFor) }
      clock.pause(interval)
      // The interval grows, because the event that others wait for needs the database.
      interval = min(interval * 2, .milliseconds(80))
    }
  }

  /// Refuses remembered answers about a team that the caller has left.
  /// - Throws: `team/not-found`.
  private func requireStillVisible(of seen: SeenEvent, _ call: Call) throws(Problem) {
    guard policy.hasTeams, !seen.teamIDs.isEmpty, let caller = call.caller else { return }
    let memberships = try store.readAtOnce { (transaction) throws(Problem) in
      try transaction.teams.memberships(of: caller.id)
    }
    for id in seen.teamIDs where !memberships.contains(where: { $0.teamID == id }) { throw InviterTeams.notFound }
  }

  /// The key of an event whose `source` and `id` a stranger has used. It is hashed with a key, because short data could
  /// be guessed.
  private func ownKey(of key: EventKey, _ data: [UInt8], _ call: Call) throws(Problem) -> EventKey {
    let caller = data == Self.noData ? call.clientNetwork ?? "" : ""
    let text = "event\n\(key.source)\n\(caller)\n\(String(decoding: data, as: UTF8.self))"
    let hash = try hashKeys.hashInOwnTransaction(text, in: store)
    return EventKey(function: key.function, caller: "", source: "own \(hash)", id: key.id)
  }

  private static let noData = Array("{}".utf8)

  /// The remembered answer, if it belongs to the same data.
  /// - Returns: nil if it is the answer to another anonymous caller.
  private func opened(
    _ seen: SeenEvent, _ key: EventKey, _ data: [UInt8], _ call: Call
  ) throws(Problem) -> FunctionResult? {
    let text = try secret.open(seen.sealedAnswer, for: .answers, at: key.place)
    let stored: JSON
    do { stored = try JSON(parsing: Array(text.utf8), maximumDepth: 256) } catch {
      throw .bug("a remembered answer is not JSON")
    }
    // Rows from before schema 2 have a keyed hash of the data in their own column.
    let isOld = !seen.fingerprint.isEmpty
    let isSame =
      isOld
      ? try secret.fingerprints(data, for: .eventFingerprints).contains { constantTimeEqual(seen.fingerprint, $0) }
      : constantTimeEqual(stored["fingerprint"]?.string ?? "", sha256(data).base64URL)
    if !isSame || data == Self.noData, call.isAnonymous, !call.eventKeyIncludesData,
      let client = stored["client"]?.string, let own = hashOfClient(of: call), !constantTimeEqual(client, own)
    {
      return nil
    }
    guard isSame else {
      throw Problem(.eventIDConflict, "an earlier event with the same source and id had other data")
    }
    return FunctionResult(json: isOld ? stored : stored["answer"] ?? .null)
  }

  /// Remembers the answer of a function that does not call `decide`, such as a list.
  private func rememberIfNew(_ result: FunctionResult, _ call: Call, _ teams: [String]) throws(Problem) {
    guard let key = call.event?.key else { return }
    let answer = try sealed(result, call, key, teams: teams)
    try store.write { (transaction) throws(Problem) in
      try transaction.seenEvents.rememberIfNew(key, answer, until: now + .hours(24), now: now)
    }
  }

  /// What is stored, encrypted, of the client of an anonymous event; nil if the client is unknown.
  private func hashOfClient(of call: Call) -> String? { call.clientNetwork.map { sha256(Array($0.utf8)).base64URL } }

  /// The stored form of an answer. The fingerprint of the data is encrypted too, because short data could be guessed
  /// from it.
  fileprivate func sealed(
    _ result: FunctionResult, _ call: Call, _ key: EventKey, teams: [String], amendableFor: Duration = .zero,
    of accountID: String? = nil
  ) throws(Problem) -> SeenEvent {
    let stored = JSON.object([
      "fingerprint": JSON(sha256(call.event?.data ?? []).base64URL),
      "client": key.caller.isEmpty ? hashOfClient(of: call).map(JSON.string) : nil, "answer": result.json,
    ])
    var event = SeenEvent(
      sealedAnswer: try secret.seal(stored.text, for: .answers, at: key.place), amendableFor: amendableFor)
    if policy.hasTeams { event.teamIDs = teams }
    if key.caller.isEmpty { event.accountID = accountID ?? result.json["account"]?["id"]?.string }
    return event
  }
}

extension Problem {
  /// Whether the same event gets the same refusal again. A refusal that may succeed later is decided again.
  var isRemembered: Bool { isRefusal && !isRetryable }

  /// A remembered refusal.
  fileprivate init(remembered error: ErrorResult) {
    self.init(error.code, error.detail)
    answered = error.json
  }
}
