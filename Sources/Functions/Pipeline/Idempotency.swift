// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// An event that comes again is answered once: its first answer, a result or a refusal, is kept for a day, sealed, and
/// the same event gets that one again. `decide` writes it in the transaction of the decision.
extension Environment {
  /// What an event is remembered by: its `source` and `id` where it says them, or its data.
  /// - Parameters:
  ///   - data: in their normal form.
  ///   - opensPage: whether it only shows a page.
  /// - Returns: nil where it is not remembered.
  public func eventKey<F: Function>(
    for function: F.Type, _ data: JSON, source: String?, id: String?, caller: Caller?, opensPage: Bool
  ) throws(Problem) -> (key: EventKey, data: [UInt8])? {
    func key(_ source: String, _ id: String) -> EventKey {
      EventKey(function: F.name, caller: caller?.account.id ?? "", source: source, id: id)
    }
    if F.deduplicatesByPayload {
      let line = data.canonicalLine
      return (key("data", try name(ofData: line)), line)
    }
    // Whatever a web server calls its requests, to open a page writes nothing, this neither.
    guard !opensPage, let id, let source else { return nil }
    return (key(source, id), data.canonicalLine)
  }

  /// What an event is called that is the same event wherever its data are the same.
  private func name(ofData data: [UInt8]) throws(Problem) -> String {
    let text = "event\n" + String(decoding: data, as: UTF8.self)
    if let name = try store.read({ (rows) throws(Problem) in try keyedHashToFind(text, rows) }) { return name }
    return try store.write { (rows) throws(Problem) in try keyedHash(text, rows) }
  }

  /// The result that the same event got before, or else the one that `body` gives, which is remembered.
  /// - Throws: a refusal, which is remembered too.
  public func answeringOnce<Output>(
    _ call: Call, _ body: () throws(Problem) -> Answer<Output>
  ) throws(Problem) -> JSON {
    if let remembered = try rememberedResult(call) { return remembered }
    do throws(Problem) {
      let result = try body().json
      try rememberIfNew(.success(result), call)
      return result
    } catch {
      if error.isRemembered { try rememberIfNew(.failure(try answer(error, call.language)), call) }
      throw error
    }
  }

  /// The result that the same event got before; nil where the event is new. One that may still be amended is waited
  /// for.
  /// - Throws: the refusal that the same event got before; `event/id-conflict` where the event had other data.
  func rememberedResult(_ call: Call) throws(Problem) -> JSON? {
    guard let (key, data) = call.event else { return nil }
    var interval = Duration.milliseconds(10)
    while true {
      let found = try store.read { (rows) throws(Problem) in try rows.seenEvent(key, now: now) }
      guard let seen = found else { return nil }
      let result = try opened(seen, key, data)
      if seen.settlesBy <= clock() || !hasTimeToSend {
        switch result {
        case .success(let json): return json
        case .failure(let error): throw Problem(remembered: error)
        }
      }
      pause(interval)
      // Many may wait for one, which needs the database to get done.
      interval = min(interval * 2, .milliseconds(80))
    }
  }

  /// What was remembered, for the same data.
  private func opened(_ seen: SeenEvent, _ key: EventKey, _ data: [UInt8]) throws(Problem) -> FunctionResult {
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
    return FunctionResult(json: isOld ? kept : kept["answer"] ?? .null)
  }

  /// Remembers the answer of a function that decides nothing, such as a list, unless `decide` has done so.
  private func rememberIfNew(_ result: FunctionResult, _ call: Call) throws(Problem) {
    guard let key = call.event?.key else { return }
    let seen = try store.read { (rows) throws(Problem) in try rows.seenEvent(key, now: now) }
    if seen == nil { try store.write { (rows) throws(Problem) in try remember(result, call, settlesBy: now, rows) } }
  }

  /// Puts the final result in the place of the one that was remembered.
  func amend<Output: FunctionOutput>(_ output: Output, _ call: Call, _ rows: Transaction) throws(Problem) -> Output {
    try remember(.success(output.json), call, settlesBy: now, rows)
    return output
  }

  /// - Parameter result: asked for only where the event is remembered.
  func remember(
    _ result: @autoclosure () -> FunctionResult, _ call: Call, settlesBy: Timestamp, _ rows: Transaction
  ) throws(Problem) {
    guard let (key, data) = call.event else { return }
    // The fingerprint tells what little was in some events: it is sealed together with the answer.
    let kept: JSON = ["fingerprint": .string(sha256(data).base64URL), "answer": result().json]
    let sealed = try secret.seal(kept.text, for: .answers, at: key.place)
    try rows.remember(key, SeenEvent(sealedAnswer: sealed, settlesBy: settlesBy), until: now + .hours(24))
  }
}

extension Problem {
  /// Whether the same event gets the same refusal again. Where trying again may help, it is decided anew.
  var isRemembered: Bool { isRefusal && !code.isRetryable }

  /// A refusal that is given again as it was given first.
  fileprivate init(remembered error: ErrorAnswer) {
    self.init(error.code, error.detail)
    answered = error.json
  }
}
