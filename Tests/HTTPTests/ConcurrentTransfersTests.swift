// SPDX-License-Identifier: Apache-2.0

import CCurl
import Domain
import Foundation
import Synchronization
import Testing

@testable import HTTP

@Suite("Transfers at the same time") struct ConcurrentTransfersTests {
  private let deadline = Deadline(in: .seconds(60))

  /// How many requests wait for their answers, and whether they get them.
  private struct Gate {
    var waiting = 0
    var isOpen = false
  }

  @Test(.timeLimit(.minutes(1)))
  func `every transfer is under way before one has ended, and each has its own answer`() throws {
    let gate = Mutex(Gate())
    let server = try LoopbackServer { request in
      gate.withLock { $0.waiting += 1 }
      while !gate.withLock({ $0.isOpen }) { usleep(1000) }
      return answer("200 OK", request.body)
    }
    defer { server.stop() }
    let transfers = try ConcurrentTransfers()
    for number in 0..<8 {
      let curl = try Curl()
      curl.begin(server.url)
      curl.post(Array("\(number)".utf8))
      transfers.start(curl, upload: [], by: deadline)
    }
    while gate.withLock({ $0.waiting }) < 8 { usleep(1000) }
    #expect(transfers.wait(atMost: .zero).isEmpty)
    #expect(transfers.wait(atMost: .milliseconds(20)).isEmpty, "a timeout ends the wait")
    gate.withLock { $0.isOpen = true }
    var bodies: [String] = []
    while bodies.count < 8 {
      bodies += transfers.wait(atMost: .seconds(60)).map { String(decoding: $0.reply.body, as: UTF8.self) }
    }
    #expect(bodies.sorted() == (0..<8).map { "\($0)" })
    #expect(transfers.wait(atMost: .seconds(60)).isEmpty, "nothing runs, so there is nothing to wait for")
  }

  @Test func `a handle that has ended begins again on its connection`() throws {
    let server = try LoopbackServer { _ in answer() }
    defer { server.stop() }
    let transfers = try ConcurrentTransfers()
    var curl = try Curl()
    for _ in 0..<3 {
      curl.begin(server.url)
      transfers.start(curl, upload: [], by: deadline)
      let ended = transfers.wait(atMost: .seconds(60))
      #expect(ended.map(\.reply.status) == [200])
      curl = try #require(ended.first).curl
    }
    #expect(server.requests.map(\.connection) == [1, 1, 1])
  }

  @Test func `one that fails does not end the others`() throws {
    let server = try LoopbackServer { $0.head.hasPrefix("GET /bad") ? .close : answer() }
    defer { server.stop() }
    let transfers = try ConcurrentTransfers()
    for path in ["good", "bad", "good"] {
      let curl = try Curl()
      curl.begin("\(server.url)/\(path)")
      transfers.start(curl, upload: [], by: deadline)
    }
    var codes: [CURLcode] = []
    while codes.count < 3 { codes += transfers.wait(atMost: .seconds(60)).map(\.reply.code) }
    #expect(codes.filter { $0 == CURLE_OK }.count == 2 && codes.contains(CURLE_GOT_NOTHING))
  }
}
