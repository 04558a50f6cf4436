// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc
import Identity
import TestSupport
import Testing

@testable import Functions
@testable import Storage

@Suite("Deciding an event") struct DecisionTests {
  private let folder: TemporaryFolder
  private let store: Store

  init() throws {
    folder = try TemporaryFolder()
    store = folder.store("test.db")
  }

  private func environment(at now: Timestamp = .t0, _ prefix: String = "id") -> Environment {
    .test(
      now: now, clock: { now }, random: fixedRandom(), newID: ids("\(prefix)-\(now.milliseconds)-"), store: store,
      secret: .fixture,
      messages: .fixture)
  }

  private func decide(
    _ call: Call, at now: Timestamp = .t0, _ prefix: String = "id",
    _ body: (Transaction) throws(Problem) -> JSON = { (_) throws(Problem) in ["n": 1] }
  ) throws -> JSON {
    try environment(at: now, prefix).decide(call) { (decision) throws(Problem) in
      JSONDocument(try body(decision.tables))
    }.json
  }

  private func audit() throws -> [String] {
    try store.read { (transaction) throws(Problem) in
      try transaction.query("SELECT action, code FROM audit ORDER BY at, id").map { (row) throws(Problem) in
        "\(try row.text("action")) \(try row.optionalText("code") ?? "")"
      }
    }
  }

  @Test func `the same event has the same answer and no second effect`() throws {
    let call = Call.fixture(event: "1")
    let first = try decide(call) { (transaction) throws(Problem) in
      try transaction.accounts.insert(.fixture("a"))
      return ["token": "secret"]
    }
    let second = try decide(call, at: .t0 + .hours(23)) { (_) throws(Problem) in
      Issue.record("the event was decided again")
      return [:]
    }
    #expect(first == second)
    #expect(try environment().remembered(call) == first)
  }

  /// An answer that another process may still amend.
  private func amendable(_ call: Call, for duration: Duration, at now: Timestamp) throws {
    _ = try environment(at: now).decide(call, amendableFor: duration) { (_) throws(Problem) in JSONDocument(["n": 1]) }
  }

  @Test(
    "A repeated event does not wait for a final answer, whatever the clock that answered it", arguments: [-5, 0, 5])
  func finalAnswer(_ secondsAhead: Int) throws {
    let call = Call.fixture(event: "1")
    try amendable(call, for: .seconds(2), at: .t0 + .seconds(secondsAhead))
    try environment(at: .t0 + .seconds(secondsAhead)).write(call) { (decision) throws(Problem) in
      _ = try decision.amend(JSONDocument(["n": 2]), of: [])
    }
    #expect(try environment().remembered(call) == ["n": 2])
  }

  @Test("A repeated event waits while the answer may be amended, whatever the clocks", arguments: [-5, 0, 5])
  func amendableAnswer(_ secondsAhead: Int) throws {
    let call = Call.fixture(event: "1")
    let other = environment(at: .t0 + .seconds(secondsAhead))
    try amendable(call, for: .seconds(20), at: .t0 + .seconds(secondsAhead))
    var pauses = 0
    let waiting = Environment.test(
      pause: { _ in
        pauses += 1
        guard pauses == 3 else { return }
        try? other.write(call) { (decision) throws(Problem) in _ = try decision.amend(JSONDocument(["n": 2]), of: []) }
      }, store: store, secret: .fixture)
    #expect(try waiting.remembered(call) == ["n": 2])
    #expect(pauses == 3)
  }

  @Test func `if the process that answered died, one repeated event waits and the next one does not`() throws {
    let call = Call.fixture(event: "1")
    try amendable(call, for: .milliseconds(50), at: .t0 + .seconds(5))
    var pauses = 0
    let waiting = Environment.test(
      pause: {
        pauses += 1
        usleep(UInt32($0.wholeMilliseconds) * 1000)
      }, store: store, secret: .fixture)
    #expect(try waiting.remembered(call) == ["n": 1])
    #expect(pauses > 0)
    #expect(try environment().remembered(call) == ["n": 1])
  }

  @Test func `after a day the event is a new one`() throws {
    _ = try decide(.fixture(event: "1"))
    #expect(try decide(.fixture(event: "1"), at: .t0 + .hours(24)) { (_) throws(Problem) in ["n": 2] } == ["n": 2])
  }

  @Test func `an event without an id is decided each time`() throws {
    for number in 1...2 {
      #expect(try decide(.fixture()) { (_) throws(Problem) in ["n": JSON(number)] } == ["n": JSON(number)])
    }
    #expect(try environment().remembered(.fixture()) == nil)
  }

  @Test func `the same id with other data is a conflict`() throws {
    _ = try decide(.fixture(event: "1", fingerprint: "one"))
    let other = Call.fixture(event: "1", fingerprint: "other")
    #expect(code { try decide(other) } == .eventIDConflict)
    #expect(code { try environment().remembered(other) } == .eventIDConflict)
  }

  @Test func `an answer remembered before schema 2 still applies, and other data are a conflict`() throws {
    let call = Call.fixture(event: "1")
    let (key, data) = try #require(call.event)
    try store.write { (transaction) throws(Problem) in
      let fingerprint = try SecretKey.fixture.fingerprints(data, for: .eventFingerprints)[0]
      let sealed = try SecretKey.fixture.seal("{\"n\":7}", for: .answers, at: key.place)
      let seen = SeenEvent(fingerprint: fingerprint, sealedAnswer: sealed)
      try transaction.seenEvents.remember(key, seen, until: .t0 + .hours(24))
    }
    #expect(try environment().remembered(call) == ["n": 7])
    #expect(code { try environment().remembered(.fixture(event: "1", fingerprint: "other")) } == .eventIDConflict)
  }

  @Test func `refusals by one limit are counted in one row of a caller, for as long as its window`() throws {
    let environment = { (now: Timestamp, prefix: String) in
      Environment.test(
        now: now, clock: { now }, random: fixedRandom(), newID: ids("\(prefix)-"), store: store, secret: .fixture,
        messages: .fixture)
    }
    let kim = Account.fixture("kim")
    try store.write { (transaction) throws(Problem) in
      try transaction.accounts.insert(kim)
      try transaction.sessions.insert(Session.fixture(of: "kim"))
    }
    let problem = Limits.exceeded(.invite, Allowance(left: 0, retryAfter: .seconds(1)))
    for (number, (seconds, caller)) in [(0, kim), (1, kim), (2, nil), (3599, kim), (3600, kim)].enumerated() {
      #expect(
        code {
          try environment(.t0 + .seconds(seconds), "r\(number)").decide(.fixture(caller: caller)) {
            (_) throws(Problem) -> JSONDocument in throw problem
          }
        } == .tooManyRequests)
    }
    let counts = try store.read { (transaction) throws(Problem) in
      try transaction.query("SELECT count, last_at - at AS term FROM audit ORDER BY at, id").map {
        (row) throws(Problem) in
        [try row.integer("count"), try row.integer("term")]
      }
    }
    #expect(counts == [[3, 3_599_000], [1, 0], [1, 0]])
  }

  @Test func `another caller's or another function's event is another event`() throws {
    _ = try decide(.fixture(event: "1"))
    for call in [Call.fixture(caller: .fixture("a"), event: "1"), .fixture("other", event: "1"), .fixture(event: "2")] {
      #expect(try environment().remembered(call) == nil)
    }
  }

  @Test func `a refusal is audited once, and thrown again as it was answered first`() throws {
    let call = Call.fixture(event: "1")
    var refusal = Problem.invalid("/name", .invalidDisplayName, "no")
    refusal.code = .invalidDisplayName
    #expect(code { try decide(call) { (_) throws(Problem) in throw refusal } } == .invalidDisplayName)
    #expect(try audit() == ["refused auth/invalid-display-name"])
    let first = try environment().messages.answer(refusal, call.language)
    #expect(first.userMessage == "en auth/invalid-display-name" && first.fieldMessages.count == 1)
    let later = environment(at: .t0 + .seconds(1))
    let again = #expect(throws: Problem.self) {
      try decide(call, at: .t0 + .seconds(1)) { (_) throws(Problem) in ["n": 1] }
    }
    let problem = try #require(again)
    #expect(problem.code == refusal.code && problem.isRefusal && problem.isRemembered)
    #expect(try later.messages.answer(problem, LanguageTag("de")).json.text == first.json.text)
    #expect(try audit().count == 1)
  }

  @Test("A refusal that an older release remembered is a refusal", arguments: [false, true])
  func rememberedBefore(_ isOfSchema1: Bool) throws {
    let call = Call.fixture(event: "1")
    let (key, data) = try #require(call.event)
    let error: JSON = ["status": 404, "code": "client/not-found", "userMessage": "Kein Kunde", "detail": "no"]
    try store.write { (transaction) throws(Problem) in
      let fingerprint = try SecretKey.fixture.fingerprints(data, for: .eventFingerprints)[0]
      let kept: JSON =
        isOfSchema1
        ? ["error": error] : ["fingerprint": .string(sha256(data).base64URL), "answer": ["error": error]]
      let sealed = try SecretKey.fixture.seal(kept.text, for: .answers, at: key.place)
      let seen = SeenEvent(fingerprint: isOfSchema1 ? fingerprint : "", sealedAnswer: sealed)
      try transaction.seenEvents.remember(key, seen, until: .t0 + .hours(24))
    }
    for read in [{ try environment().remembered(call) }, { try decide(call) }] {
      let problem = try #require(#expect(throws: Problem.self) { try read() })
      #expect(problem.code == .clientNotFound)
      #expect(try environment().messages.answer(problem, call.language).json == error)
    }
  }

  @Test func `a retryable refusal is not remembered`() throws {
    let call = Call.fixture(event: "1")
    let problem = Problem(.tooManyRequests, "no", retryAfter: .seconds(1))
    #expect(code { try decide(call) { (_) throws(Problem) in throw problem } } == .tooManyRequests)
    #expect(try decide(call, "again") == ["n": 1])
    #expect(try audit() == ["refused auth/too-many-requests"])
  }

  @Test func `an unanswered event leaves no rows`() throws {
    let call = Call.fixture(event: "1")
    let problem = Problem.unavailable("no", cause: "no")
    #expect(
      code {
        try decide(call) { (transaction) throws(Problem) in
          try transaction.accounts.insert(.fixture("a"))
          throw problem
        }
      } == .unavailable)
    #expect(try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "a") } == nil)
    #expect(try audit().isEmpty)
    #expect(try environment().remembered(call) == nil)
  }

  @Test func `a refusal after a write is a bug, and the write is undone`() throws {
    #expect(
      code {
        try decide(.fixture()) { (transaction) throws(Problem) in
          try transaction.accounts.insert(.fixture("a"))
          throw Problem(.clientNotFound, "no")
        }
      } == .internalError)
    #expect(try store.read { (transaction) throws(Problem) in try transaction.accounts.find(id: "a") } == nil)
  }

  @Test func `a remembered answer is encrypted in the database`() throws {
    _ = try decide(.fixture(event: "1")) { (_) throws(Problem) in ["refreshToken": "secret"] }
    let sealed = try store.read { (transaction) throws(Problem) in
      try transaction.query("SELECT sealed_answer FROM seen_events")[0].text("sealed_answer")
    }
    #expect(!sealed.contains("secret") && !sealed.contains("refreshToken"))
  }
}

extension Environment {
  fileprivate func remembered(_ call: Call) throws(Problem) -> JSON? {
    var call = call
    return try rememberedResult(&call)
  }
}
