// SPDX-License-Identifier: Apache-2.0

import CCurl
import Domain

/// HTTP requests, one at a time.
package struct HTTPClient {
  private let curl: Curl

  package init() throws(Problem) { curl = try Curl() }

  /// A response with any status.
  package struct Response {
    let reply: Curl.Reply
    /// The HTTP status code.
    package var status: Int { reply.status }
    /// The bytes of the body; empty if there is none.
    package var body: [UInt8] { reply.body }

    /// As `Curl.Reply.header`.
    package func header(_ name: String) -> String? { reply.header(name) }
  }

  /// Gets a resource. Redirects are not followed.
  /// - Parameters:
  ///   - url: `https:`, or `http:` if the caller has checked that it is allowed.
  ///   - traceparent: the event's W3C trace context, which is passed on.
  /// - Throws: `service/unavailable` if there is no response.
  package func get(_ url: String, traceparent: String?, by deadline: Deadline) throws(Problem) -> Response {
    curl.begin(url, headers: ["Accept: application/json"], traceparent: traceparent)
    return try response(from: url, curl.perform(by: deadline))
  }

  /// Posts a form (`application/x-www-form-urlencoded`). Redirects are not followed.
  /// - Parameters:
  ///   - url: as for `get`.
  ///   - form: encoded names and values.
  ///   - authorization: the header `Authorization`.
  /// - Throws: `service/unavailable` if there is no response.
  package func post(
    _ url: String, form: String, authorization: String? = nil, traceparent: String?, by deadline: Deadline
  ) throws(Problem) -> Response {
    let headers = ["Accept: application/json"] + (authorization.map { ["Authorization: \($0)"] } ?? [])
    curl.begin(url, headers: headers, traceparent: traceparent)
    curl.post(form: form)
    return try response(from: url, curl.perform(by: deadline))
  }

  /// Sends a request to a service on this machine without a proxy; a POST if there is a body.
  /// - Parameters:
  ///   - headers: lines without line breaks.
  ///   - limit: the maximum size of a response in bytes.
  /// - Throws: `service/unavailable` if there is no response.
  package func call(
    local url: String, headers: [String] = [], body: [UInt8]? = nil, receiving limit: Int = 1 << 20,
    by deadline: Deadline
  ) throws(Problem) -> Response {
    curl.begin(url, headers: headers)
    curl.set(CURLOPT_PROTOCOLS_STR, "http")
    curl.set(CURLOPT_NOPROXY, "*")
    if let body { curl.post(body) }
    return try response(from: url, curl.perform(receiving: limit, by: deadline))
  }

  private func response(from url: String, _ reply: Curl.Reply) throws(Problem) -> Response {
    guard reply.code == CURLE_OK else { throw .unavailable("\(url) cannot be reached", cause: reply.failure) }
    return Response(reply: reply)
  }
}
