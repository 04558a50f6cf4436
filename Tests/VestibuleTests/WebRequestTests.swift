// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import Testing

@testable import vestibule

@Suite("Requests of the server and its processes") struct WebRequestTests {
  @Test(arguments: [
    ("/sign-in", "/sign-in", ""), ("/a%20b?c=%20", "/a b", "c=%20"), ("/?", "/", ""), ("/a?b?c", "/a", "b?c"),
    ("https://app.example.com/join?code=A", "/join", "code=A"), ("HTTP://app.example.com?x", "/", "x"),
    ("/%C3%BC", "/ü", ""),
  ])
  func `a target is split into path and query`(target: String, path: String, query: String) throws {
    let parts = try #require(WebRequest.split(target: target))
    #expect(parts.path == path && parts.query == query)
  }

  @Test(arguments: ["/%", "/%2", "/%zz", "/%00", "/a%0Ab", "/%7F", "/%FF"])
  func `an incomplete escape and bytes that no route has are refused`(target: String) {
    #expect(WebRequest.split(target: target) == nil)
  }
}

@Suite("Answers of a function's process (FastCGI 1.0)") struct FastCGIAnswerTests {
  /// A record with a padding, which every reader has to skip.
  private func record(_ type: UInt8, _ content: String, padding: Int = 3) -> [UInt8] {
    let bytes = Array(content.utf8)
    return [1, type, 0, 1, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF), UInt8(padding), 0] + bytes
      + Array(repeating: 0, count: padding)
  }

  private let end: [UInt8] = [1, 3, 0, 1, 0, 8, 0, 0] + Array(repeating: 0, count: 8)

  private func answer(_ bytes: [UInt8]) throws -> WebAnswer? {
    var reader = FastCGIMessage.Reader()
    var buffer = ByteBuffer(bytes: bytes)
    return try reader.read(&buffer)
  }

  @Test func `an answer is complete with its last record, in whatever pieces it arrives`() throws {
    let bytes = record(6, "Status: 409 Conflict\nContent-Type: application/json\n\n{\"a\"") + record(6, ":1}") + end
    for size in [1, 2, 7, 64, bytes.count] {
      var reader = FastCGIMessage.Reader()
      var answers: [WebAnswer] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        var piece = ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)])
        if let answer = try reader.read(&piece) { answers.append(answer) }
      }
      #expect(answers.count == 1 && answers.first?.status == 409)
      #expect(answers.first?.headers["content-type"] == ["application/json"])
      #expect(answers.first.map { String(buffer: $0.body) } == #"{"a":1}"#)
    }
  }

  @Test func `one process answers several requests, one after the other`() throws {
    var reader = FastCGIMessage.Reader()
    for body in ["first", "second"] {
      var buffer = ByteBuffer(bytes: record(6, "Status: 200\n\n\(body)") + end)
      let answer = try reader.read(&buffer)
      #expect(answer.map { String(buffer: $0.body) } == body)
    }
  }

  @Test func `what is written to stderr is no part of the answer`() throws {
    let answer = try #require(try answer(record(7, "trouble") + record(6, "\nbody") + end))
    #expect(answer.status == 200 && String(buffer: answer.body) == "body")
  }

  @Test(arguments: ["Status: 99\n\n", "Status: abc\n\n", "no colon\n\n", "Status: 200\nno end", ""])
  func `anything but a response of CGI is a violation`(output: String) {
    #expect(throws: FastCGIMessage.Reader.Violation.self) { try answer(record(6, output) + end) }
  }
}
