// SPDX-License-Identifier: Apache-2.0

import CCurl
import Domain
import Testing

@testable import HTTP

@Suite("Transfers") struct CurlTests {
  private let deadline = Deadline(in: .seconds(60))

  private func reply(_ headers: String) -> Curl.Reply {
    Curl.Reply(code: CURLE_OK, status: 200, headers: Array(headers.utf8), body: [], isSent: true, isLate: false)
  }

  @Test func `a header is that of the final response, in any case, and its lines are a list`() {
    let reply = reply(
      "HTTP/1.1 100 Continue\r\nRetry-After: 1\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nvary: a\r\nX-Empty:\r\nVARY:  b \r\nVary-More: c\r\n\r\n")
    #expect(reply.header("Vary") == "a, b" && reply.header("x-empty") == "")
    #expect(reply.header("Retry-After") == nil)
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:01 GMT", 1), ("soon", nil), ("", nil),
  ])
  func `a date of HTTP is a number of seconds`(_ text: String, _ expected: Int?) {
    #expect(seconds(ofHTTPDate: text) == expected)
  }

  /// A server that answers the first request of a connection and closes it at the second one.
  private func forgetful() throws -> LoopbackServer {
    try LoopbackServer { request in
      request.connection == 1 && request.number == 2 ? .close : answer()
    }
  }

  @Test func `libcurl repeats a request of a connection that has closed`() throws {
    let server = try forgetful()
    defer { server.stop() }
    let curl = try Curl()
    for body in ["first", "second"] {
      curl.begin(server.url)
      curl.post(Array(body.utf8))
      #expect(curl.perform(by: deadline).code == CURLE_OK)
    }
    #expect(server.requests.map(\.body) == ["first", "second", "second"])
  }

  @Test func `a request that is sent only once is not repeated`() throws {
    let server = try forgetful()
    defer { server.stop() }
    let curl = try Curl()
    var codes: [CURLcode] = []
    for body in ["first", "second"] {
      curl.begin(server.url)
      curl.post(Array(body.utf8))
      curl.sendOnlyOnce()
      codes.append(curl.perform(by: deadline).code)
    }
    #expect(codes == [CURLE_OK, CURLE_ABORTED_BY_CALLBACK])
    #expect(server.requests.map(\.body) == ["first", "second"])
  }

  @Test func `a body that cannot be sent in time is late`() throws {
    let server = try LoopbackServer(reads: false) { _ in .close }
    defer { server.stop() }
    let curl = try Curl()
    curl.begin(server.url)
    // More than the buffers of both sockets hold.
    curl.post([UInt8](repeating: 0x61, count: 32 << 20))
    let reply = curl.perform(by: deadline, beginningBy: Deadline(in: .milliseconds(100)))
    #expect(reply.code == CURLE_ABORTED_BY_CALLBACK && reply.isLate && !reply.isSent)
  }

  @Test func `a request that was sent is not late, however long its answer takes`() throws {
    let server = try LoopbackServer(reads: false) { _ in .close }
    defer { server.stop() }
    let curl = try Curl()
    curl.begin(server.url)
    curl.post(Array("short".utf8))
    let reply = curl.perform(by: Deadline(in: .milliseconds(1500)), beginningBy: Deadline(in: .milliseconds(100)))
    #expect(reply.code == CURLE_OPERATION_TIMEDOUT && !reply.isLate && reply.isSent)
  }

  @Test func `a line that the watcher refuses stops the transfer`() throws {
    let server = try LoopbackServer { _ in answer("200 OK", headers: ["X-Stop: 1"], "body") }
    defer { server.stop() }
    let curl = try Curl()
    var lines: [String] = []
    curl.begin(server.url)
    curl.watch { line in
      lines.append(String(decoding: line, as: UTF8.self))
      return lines.last != "X-Stop: 1\r\n"
    }
    let reply = curl.perform(by: deadline)
    #expect(reply.code == CURLE_WRITE_ERROR && reply.body == [])
    #expect(lines == ["HTTP/1.1 200 OK\r\n", "X-Stop: 1\r\n"])
  }

  @Test func `only public addresses are reached, whatever the name says`() throws {
    let server = try LoopbackServer { _ in answer() }
    defer { server.stop() }
    let curl = try Curl()
    for host in ["127.0.0.1", "localhost"] {
      curl.begin("http://\(host):\(server.port)")
      curl.allowPublicAddressesOnly()
      #expect(curl.perform(by: deadline).code != CURLE_OK, "\(host)")
    }
    #expect(server.requests.isEmpty)
  }
}
