// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

extension Service {
  /// Answers one request of a web server (RFC 3875).
  func runAsCGI() -> Never {
    answerRequest(.fromWebServer) { response, _ in (response.cgi, 0) }
  }

  /// Answers one request and ends the process.
  /// - Parameter reply: creates the output from the response and the exit status that the function has on stdin.
  func answerRequest(_ request: HTTPRequest, _ reply: @escaping (HTTPResponse, Int32) -> Interruption.Reply) -> Never {
    let execution = Execution(self)
    let exchange = HTTPExchange(request, self)
    if let preflight = exchange.preflight { shutdown(execution, reply(preflight, 0)) }
    let source = exchange.source { () throws(Problem) in
      try self.armDeadline { problem in
        let outcome = Outcome(interruption: problem)
        return reply(exchange.response(to: outcome, language: LanguageTag("en")), outcome.exitStatus)
      }
    }
    let outcome = execution.outcome(of: source)
    shutdown(execution, reply(exchange.response(to: outcome, language: execution.language), outcome.exitStatus))
  }
}

extension HTTPRequest {
  /// Reads the request from variables and stdin.
  fileprivate static var fromWebServer: HTTPRequest {
    var headers = Self.headers(inVariablesWithPrefix: "HTTP_") { variable in
      // RFC 3875, section 4.1.18, replaces hyphens with underscores. This assumes that every underscore was a hyphen.
      String(
        decoding: variable.lowercased().utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
    }
    headers["content-type"] = variable("CONTENT_TYPE")
    return HTTPRequest(
      method: variable("REQUEST_METHOD") ?? "", path: (variable("SCRIPT_NAME") ?? "") + (variable("PATH_INFO") ?? ""),
      query: variable("QUERY_STRING") ?? "", headers: headers, peer: variable("REMOTE_ADDR"),
      isSecure: ["on", "1"].contains(variable("HTTPS")?.lowercased()) || variable("REQUEST_SCHEME") == "https",
      body: { (deadline) throws(Problem) in try requestBody(by: deadline) })
  }

  /// Reads the body, whose end is given by `CONTENT_LENGTH` and not by the end of stdin (RFC 3875, section 4.2).
  private static func requestBody(by deadline: Deadline) throws(Problem) -> [UInt8] {
    guard let text = variable("CONTENT_LENGTH") else { return [] }
    guard let size = Int(text), size >= 0 else { throw Problem(.eventInvalid, "CONTENT_LENGTH is not a number") }
    guard size <= maximumEventSize else {
      try discardStandardInput(size, by: deadline)
      throw .eventTooLarge
    }
    let body = try readStandardInput(size, by: deadline)
    guard body.count == size else { throw Problem(.eventInvalid, "the body is shorter than CONTENT_LENGTH") }
    return body
  }
}

extension HTTPResponse {
  /// RFC 3875, section 6: header lines with the system's line ends, an empty line, and the body.
  fileprivate var cgi: [UInt8] {
    var lines = "Status: \(status)\n"
    for (name, value) in headers { lines += "\(name): \(value)\n" }
    if !body.isEmpty { lines += "Content-Length: \(body.count)\n" }
    return Array((lines + "\n").utf8) + body
  }
}
