// SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Synchronization
import Testing

@testable import HTTP

@Suite("HTTP requests") struct HTTPClientTests {
  private let deadline = Deadline(in: .seconds(60))

  @Test func `a get passes the trace on and returns an answer of any status`() throws {
    let server = try LoopbackServer { _ in answer("410 Gone", headers: ["X-Reason: moved"], "away") }
    defer { server.stop() }
    let response = try HTTPClient().get("\(server.url)/jwks?a=b", traceparent: "00-trace", by: deadline)
    #expect(response.status == 410 && response.body == Array("away".utf8) && response.header("x-reason") == "moved")
    let request = try #require(server.requests.first)
    #expect(request.head.hasPrefix("GET /jwks?a=b HTTP/1.1\r\n"))
    #expect(request.values("traceparent") == ["00-trace"] && request.values("accept") == ["application/json"])
    #expect(request.values("user-agent") == ["vestibule/\(vestibuleVersion)"])
  }

  @Test func `a post sends its form and the authorization`() throws {
    let server = try LoopbackServer { _ in answer("200 OK", "{}") }
    defer { server.stop() }
    let response = try HTTPClient().post(
      server.url, form: "code=a%20b&grant_type=c", authorization: "Basic eDp5", traceparent: nil, by: deadline)
    #expect(response.status == 200)
    let request = try #require(server.requests.first)
    #expect(request.head.hasPrefix("POST / HTTP/1.1\r\n") && request.body == "code=a%20b&grant_type=c")
    #expect(request.values("content-type") == ["application/x-www-form-urlencoded"])
    #expect(request.values("authorization") == ["Basic eDp5"] && request.values("traceparent") == [])
  }

  @Test func `a redirect is an answer and is not followed`() throws {
    let server = try LoopbackServer { _ in answer("302 Found", headers: ["Location: /elsewhere"]) }
    defer { server.stop() }
    let response = try HTTPClient().get(server.url, traceparent: nil, by: deadline)
    #expect(response.status == 302 && response.header("Location") == "/elsewhere" && server.requests.count == 1)
  }

  @Test func `several requests of one client share a connection`() throws {
    let server = try LoopbackServer { _ in answer() }
    defer { server.stop() }
    let client = try HTTPClient()
    for _ in 0..<3 { _ = try client.get(server.url, traceparent: nil, by: deadline) }
    #expect(server.requests.map(\.connection) == [1, 1, 1] && server.requests.map(\.number) == [1, 2, 3])
  }

  @Test func `a server that cannot be reached is unavailable, and the detail has its URL`() throws {
    let server = try LoopbackServer { _ in .close }
    server.stop()
    let problem = #expect(throws: Problem.self) {
      try HTTPClient().get("\(server.url)/jwks", traceparent: nil, by: deadline)
    }
    #expect(problem?.code == .unavailable && problem?.detail.contains("\(server.url)/jwks") == true)
  }

  @Test func `a server that does not answer is given up at the deadline`() throws {
    let isWaiting = Mutex(true)
    let server = try LoopbackServer { _ in
      while isWaiting.withLock({ $0 }) { usleep(1000) }
      return .close
    }
    defer {
      isWaiting.withLock { $0 = false }
      server.stop()
    }
    let time = ContinuousClock().measure {
      let problem = #expect(throws: Problem.self) {
        try HTTPClient().get(server.url, traceparent: nil, by: Deadline(in: .milliseconds(200)))
      }
      #expect(problem?.code == .unavailable)
    }
    #expect(time >= .milliseconds(150) && time < .seconds(60))
  }

  @Test func `an answer that is larger than the limit is refused`() throws {
    let server = try LoopbackServer { _ in answer("200 OK", String(repeating: "x", count: 100)) }
    defer { server.stop() }
    let client = try HTTPClient()
    #expect(try client.call(local: server.url, receiving: 100, by: deadline).body.count == 100)
    let problem = #expect(throws: Problem.self) { try client.call(local: server.url, receiving: 99, by: deadline) }
    #expect(problem?.code == .unavailable)
  }

  @Test func `a call on this machine is a post if it has a body`() throws {
    let server = try LoopbackServer { _ in answer() }
    defer { server.stop() }
    let client = try HTTPClient()
    _ = try client.call(local: server.url, headers: ["X-A: 1"], body: Array("event".utf8), by: deadline)
    _ = try client.call(local: server.url, by: deadline)
    #expect(server.requests.map { String($0.head.prefix(5)) } == ["POST ", "GET /"])
    #expect(server.requests.map(\.body) == ["event", ""] && server.requests[0].values("x-a") == ["1"])
  }
}
