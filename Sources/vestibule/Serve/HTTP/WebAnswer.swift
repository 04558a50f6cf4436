// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import NIOCore
import NIOHTTP1
import Pages
import Runtime

/// A complete answer to a client.
struct WebAnswer {
  var status: Int
  var headers: HTTPHeaders
  var body: ByteBuffer

  init(status: Int, headers: HTTPHeaders, body: ByteBuffer) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  init(status: Int = 200, type: String, _ text: String, headers more: [(String, String)] = []) {
    self.status = status
    let common = [("Content-Type", type), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")]
    headers = HTTPHeaders(common + more)
    body = ByteBuffer(string: text)
  }

  /// An error of the server itself, in the form of the functions' own: JSON, or a page for a browser. It cannot read
  /// the messages of the policy.
  init(_ problem: Problem, status: Int? = nil, to headers: HTTPHeaders) {
    var problem = problem
    let code = status ?? problem.code.status
    if code == 503 { problem.retryAfter = .seconds(1) }
    let wait = problem.retryAfter.map { [("Retry-After", String($0.secondsRoundedUp))] } ?? []
    if MediaPreference(headers["accept"].joined(separator: ",")).prefersHTML {
      let page = HTMLPage.withoutTemplates(code, acceptLanguage: headers.first(name: "accept-language"))
      self.init(
        status: code, type: "text/html; charset=utf-8", page.html,
        headers: wait + [("Content-Security-Policy", page.sentPolicy), ("X-Frame-Options", "DENY")])
      return
    }
    let message = Self.messages[code] ?? "That did not work right now. Please try again."
    let error = ErrorResult(problem, userMessage: message).json.merging(["status": JSON(code)])
    self.init(
      status: code, type: "application/json; charset=utf-8", JSON.object(["error": error]).text + "\n", headers: wait)
  }

  private static let messages = [
    400: "This request could not be read.", 404: "This page doesn't exist.", 413: "This is too large.",
    431: "This request could not be read.",
  ]
}
