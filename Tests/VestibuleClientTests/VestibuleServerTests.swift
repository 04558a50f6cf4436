// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import VestibuleClient

@Suite struct VestibuleServerTests {
  @Test func `a call has a key of its own, and a repeated one the same`() async throws {
    let transport = StubTransport { _, number in
      if number == 1 { throw LostConnection() }
      if number == 2 { return .refused("service/unavailable", 503) }
      if number == 3 { return TransportResponse(status: 502, body: Data("<html>".utf8)) }
      return .granted(#"{"message":"Sent."}"#)
    }
    let pauses = Pauses()
    let server = VestibuleServer.stub(transport, pauses: pauses)
    #expect(try await server.call(RequestSignInRequest(email: "a@b.example")).message == "Sent.")
    _ = try await server.call(RequestSignInRequest(email: "a@b.example"))
    let sent = await transport.requests
    let keys = sent.map { $0.headers["Idempotency-Key"] }
    #expect(sent.count == 5 && Set(keys[..<4]).count == 1 && keys[4] != keys[0] && keys[0] != nil)
    #expect(Set(sent.map(\.body)).count == 1)
    #expect(sent[0].url.absoluteString == "https://app.example/v/request-sign-in")
    #expect(sent[0].headers["Accept-Language"] == "de" && sent[0].headers["Authorization"] == nil)
    #expect(await pauses.all.count == 3)
  }

  @Test(arguments: ["auth/invalid-credential", "auth/too-many-requests", "service/deadline", "service/internal"])
  func `an answer is never repeated`(code: String) async throws {
    let transport = StubTransport { _, _ in .refused(code, code == "service/deadline" ? 504 : 429) }
    await #expect(throws: VestibuleError.self) {
      try await VestibuleServer.stub(transport).call(SignInRequest.password(email: "a@b.example", password: "x"))
    }
    #expect(await transport.requests.count == 1)
  }

  @Test func `the pause is the one that the server asks for, unless it is too long`() async throws {
    let pauses = Pauses()
    let short = StubTransport { _, number in
      number == 1 ? .refused("service/unavailable", 503, #","retryAfter":7"#) : .granted(#"{"message":""}"#)
    }
    _ = try await VestibuleServer.stub(short, pauses: pauses).call(UnsubscribeRequest(token: "x"))
    #expect(await pauses.all == [.seconds(7)])
    let long = StubTransport { _, _ in
      TransportResponse(
        status: 503, headers: ["Retry-After": "3600"], body: TransportResponse.refused("service/unavailable", 503).body)
    }
    let failure = await #expect(throws: VestibuleError.self) {
      try await VestibuleServer.stub(long).call(UnsubscribeRequest(token: "x"))
    }
    #expect(failure?.retryAfter == 3600 && failure?.advice == .wait(seconds: 3600))
    #expect(await long.requests.count == 1)
  }

  @Test func `pauses grow, and end`() {
    let rules = RetryRules(attempts: 4, firstPause: .seconds(1), longestPause: .seconds(3))
    #expect(
      (1...4).map { rules.pause(after: $0, retryAfter: nil, jitter: 1) } == [
        .seconds(1), .seconds(2), .seconds(3), nil,
      ])
    #expect(rules.pause(after: 1, retryAfter: nil, jitter: 0) == .milliseconds(500))
  }

  @Test func `a code that is not known is kept`() async throws {
    let transport = StubTransport { _, _ in .refused("auth/of-tomorrow", 418) }
    let failure = await #expect(throws: VestibuleError.self) {
      try await VestibuleServer.stub(transport).call(PasskeyOptionsRequest())
    }
    #expect(failure?.code == .other("auth/of-tomorrow") && failure?.userMessage == "M")
    #expect(ErrorCode(rawValue: "auth/of-tomorrow").rawValue == "auth/of-tomorrow")
  }

  @Test func `a request that is no JSON is not sent, and is no missing connection`() async throws {
    let transport = StubTransport { _, _ in .granted("{}") }
    let failure = await #expect(throws: VestibuleError.self) {
      try await VestibuleServer.stub(transport).call(UpdateAccountRequest(profile: ["height": .number(.nan)]))
    }
    guard case .invalidRequest = failure else { throw failure! }
    #expect(await transport.requests.isEmpty)
  }

  @Test func `a request by GET has its members in the URL`() async throws {
    let transport = StubTransport { _, _ in TransportResponse(status: 404, body: Data("no".utf8)) }
    await #expect(throws: VestibuleError.unintelligible(status: 404, reason: "it is not the server's error")) {
      try await VestibuleServer.stub(transport).call(AppConfigurationRequest(locale: "pt-BR"))
    }
    let sent = await transport.requests[0]
    #expect(sent.url.absoluteString == "https://app.example/v/app-configuration?locale=pt-BR" && sent.body == nil)
    #expect(sent.headers["Idempotency-Key"] == nil)
  }

  @Test func `a cancelled task sends nothing more`() async throws {
    let transport = StubTransport { _, _ in throw LostConnection() }
    let server = VestibuleServer(
      baseURL: URL(string: "https://app.example")!, transport: transport, retries: RetryRules(firstPause: .seconds(60)))
    let task = Task { try await server.call(PasskeyOptionsRequest()) }
    while await transport.requests.isEmpty { await Task.yield() }
    task.cancel()
    await #expect(throws: VestibuleError.cancelled) { try await task.value }
    #expect(await transport.requests.count == 1)
  }
}
