// SPDX-License-Identifier: Apache-2.0

import Domain
import NIOCore
import NIOHTTP1

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

  /// An error in the form of the functions' own. It has no language, and cannot read the messages of the policy.
  init(_ problem: Problem, status: Int? = nil) {
    let code = status ?? problem.code.status
    let message = Self.messages[code] ?? "That did not work right now. Please try again."
    let error = ErrorResult(problem, userMessage: message)
    var more: [(String, String)] = []
    if code == 503 { more.append(("Retry-After", "1")) }
    self.init(
      status: code, type: "application/json; charset=utf-8", FunctionResult.failure(error).json.text + "\n",
      headers: more)
  }

  private static let messages = [
    400: "This request could not be read.", 404: "This page doesn't exist.", 413: "This is too large.",
    431: "This request could not be read.",
  ]
}
