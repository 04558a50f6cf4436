import Domain
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
      now: now, clock: { now }, newID: ids("\(prefix)-\(now.milliseconds)-"), store: store, secret: .fixture,
      messages: .fixture)
  }

  private func decide(
    _ call: Call, at now: Timestamp = .t0, _ prefix: String = "id",
    _ body: (Transaction) throws(Problem) -> JSON = { (_) throws(Problem) in ["n": 1] }
  ) throws -> JSON {
    try environment(at: now, prefix).decide(call, body).answer
  }

  private func audit() throws -> [String] {
    try store.read { (rows) throws(Problem) in
      try rows.query("SELECT action, code FROM audit ORDER BY at, id").map { (row) throws(Problem) in
        "\(try row.text("action")) \(try row.optionalText("code") ?? "")"
      }
    }
  }

  @Test func `the same event has the same answer and no second effect`() throws {
    let call = Call.fixture(event: "1")
    let first = try decide(call) { (rows) throws(Problem) in
      try rows.insert(.fixture("a"))
      return ["token": "secret"]
    }
    let second = try decide(call, at: .t0 + .hours(23)) { (_) throws(Problem) in
      Issue.record("the event was decided again")
      return [:]
    }
    #expect(first == second)
    #expect(try environment().rememberedAnswer(call) == first)
  }

  @Test func `after a day the event is a new one`() throws {
    _ = try decide(.fixture(event: "1"))
    #expect(try decide(.fixture(event: "1"), at: .t0 + .hours(24)) { (_) throws(Problem) in ["n": 2] } == ["n": 2])
  }

  @Test func `an event without a name is decided each time`() throws {
    for number in 1...2 {
      #expect(try decide(.fixture()) { (_) throws(Problem) in ["n": JSON(number)] } == ["n": JSON(number)])
    }
    #expect(try environment().rememberedAnswer(.fixture()) == nil)
  }

  @Test func `the same name with other data is a conflict`() throws {
    _ = try decide(.fixture(event: "1", fingerprint: "one"))
    let other = Call.fixture(event: "1", fingerprint: "other")
    #expect(code { try decide(other) } == .eventIDConflict)
    #expect(code { try environment().rememberedAnswer(other) } == .eventIDConflict)
  }

  @Test func `another caller's or another function's event is another event`() throws {
    _ = try decide(.fixture(event: "1"))
    for call in [Call.fixture(caller: .fixture("a"), event: "1"), .fixture("other", event: "1"), .fixture(event: "2")] {
      #expect(try environment().rememberedAnswer(call) == nil)
    }
  }

  @Test func `a refusal is audited and remembered as an answer`() throws {
    let call = Call.fixture(event: "1")
    #expect(
      code { try decide(call) { (_) throws(Problem) in throw Problem(.clientNotFound, "no") } } == .clientNotFound)
    #expect(try audit() == ["refused client/not-found"])
    let again = try decide(call, at: .t0 + .seconds(1)) { (_) throws(Problem) in ["n": 1] }
    #expect(again["error"]?["code"] == "client/not-found")
    #expect(again["error"]?["userMessage"] == "en client/not-found")
  }

  @Test func `a refusal that may pass is not remembered`() throws {
    let call = Call.fixture(event: "1")
    let problem = Problem(.tooManyRequests, "no", retryAfter: .seconds(1))
    #expect(code { try decide(call) { (_) throws(Problem) in throw problem } } == .tooManyRequests)
    #expect(try decide(call, "again") == ["n": 1])
    #expect(try audit() == ["refused auth/too-many-requests"])
  }

  @Test func `what could not be answered leaves nothing behind`() throws {
    let call = Call.fixture(event: "1")
    let problem = Problem.unavailable("no", cause: "no")
    #expect(
      code {
        try decide(call) { (rows) throws(Problem) in
          try rows.insert(.fixture("a"))
          throw problem
        }
      } == .unavailable)
    #expect(try store.read { (rows) throws(Problem) in try rows.account(id: "a") } == nil)
    #expect(try audit().isEmpty)
    #expect(try environment().rememberedAnswer(call) == nil)
  }

  @Test func `a refusal after a write is a bug, and the write is undone`() throws {
    #expect(
      code {
        try decide(.fixture()) { (rows) throws(Problem) in
          try rows.insert(.fixture("a"))
          throw Problem(.clientNotFound, "no")
        }
      } == .internalError)
    #expect(try store.read { (rows) throws(Problem) in try rows.account(id: "a") } == nil)
  }

  @Test func `a remembered answer does not stand in the database in a form that can be read`() throws {
    _ = try decide(.fixture(event: "1")) { (_) throws(Problem) in ["refreshToken": "secret"] }
    let sealed = try store.read { (rows) throws(Problem) in
      try rows.query("SELECT sealed_answer FROM seen_events")[0].text("sealed_answer")
    }
    #expect(!sealed.contains("secret") && !sealed.contains("refreshToken"))
  }
}
