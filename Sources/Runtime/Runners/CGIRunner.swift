// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

extension Service {
  /// Answers one request of a web server (RFC 3875).
  func runAsCGI() -> Never {
    let request = HTTPRequest(.ofProcess) { (limit, deadline) throws(Problem) in
      try readPieceOfStandardInput(limit, by: deadline)
    }
    answerRequest(request) { response, _ in (response.cgi, 0) }
  }

  /// Answers one request and ends the process.
  /// - Parameter reply: creates the output from the response and the exit status that the function has on stdin.
  func answerRequest(_ request: HTTPRequest, _ reply: @escaping (HTTPResponse, Int32) -> Interruption.Reply) -> Never {
    let execution = Execution(self)
    let exchange = HTTPExchange(request, self)
    if let preflight = exchange.preflight { shutdown(execution, reply(preflight, 0)) }
    let source = exchange.source { () throws(Problem) in
      try self.armDeadline { problem in
        let outcome = EventOutcome(interruption: problem)
        return reply(exchange.response(to: outcome, language: LanguageTag("en")), outcome.exitStatus)
      }
    }
    let outcome = execution.outcome(of: source)
    shutdown(execution, reply(exchange.response(to: outcome, language: execution.language), outcome.exitStatus))
  }
}

extension HTTPRequest {
  /// The request of a web server (RFC 3875).
  /// - Parameter read: the next bytes of the body, at most that many; empty at its end.
  init(_ variables: Variables, read: @escaping (_ limit: Int, Deadline) throws(Problem) -> [UInt8]) {
    var headers = variables.headers(withPrefix: "HTTP_") { variable in
      // RFC 3875, section 4.1.18, replaces hyphens with underscores. This assumes that every underscore was a hyphen.
      String(
        decoding: variable.lowercased().utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
    }
    headers["content-type"] = variables["CONTENT_TYPE"]
    let length = variables["CONTENT_LENGTH"]
    self.init(
      method: variables["REQUEST_METHOD"] ?? "",
      path: (variables["SCRIPT_NAME"] ?? "") + (variables["PATH_INFO"] ?? ""), query: variables["QUERY_STRING"] ?? "",
      headers: headers, peer: variables["REMOTE_ADDR"],
      isSecure: ["on", "1"].contains(variables["HTTPS"]?.lowercased()) || variables["REQUEST_SCHEME"] == "https",
      body: { (deadline) throws(Problem) in
        try Self.body(ofLength: length) { (limit) throws(Problem) in try read(limit, deadline) }
      })
  }

  /// Reads the body, whose end is given by `CONTENT_LENGTH` and not by the end of the input (RFC 3875, section 4.2).
  private static func body(
    ofLength text: String?, _ read: (_ limit: Int) throws(Problem) -> [UInt8]
  ) throws(Problem) -> [UInt8] {
    guard let text else { return [] }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw Problem(.eventInvalid, "CONTENT_LENGTH is not a number")
    }
    // A number that no integer holds is too large as well.
    let size = Int(text) ?? .max
    var body: [UInt8] = []
    var rest = size
    while rest > 0 {
      let piece = try read(rest)
      if piece.isEmpty { break }
      rest -= piece.count
      // A body that is too large is read and ignored, because the writer may wait until it is read.
      if size <= maximumEventSize { body += piece }
    }
    guard size <= maximumEventSize else { throw .eventTooLarge }
    guard rest == 0 else { throw Problem(.eventInvalid, "the body is shorter than CONTENT_LENGTH") }
    return body
  }
}

extension HTTPResponse {
  /// RFC 3875, section 6: header lines with the system's line ends, an empty line, and the body.
  var cgi: [UInt8] {
    var lines = "Status: \(status)\n"
    for (name, value) in headers { lines += "\(name): \(value)\n" }
    if !body.isEmpty { lines += "Content-Length: \(body.count)\n" }
    return Array((lines + "\n").utf8) + body
  }
}
