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
    curl.reset()
    curl.set(CURLOPT_URL, url)
    curl.set(CURLOPT_PROTOCOLS_STR, "http,https")
    curl.set(
      CURLOPT_HTTPHEADER, lines: ["Accept: application/json"] + (traceparent.map { ["traceparent: \($0)"] } ?? []))
    curl.set(CURLOPT_USERAGENT, "vestibule/\(vestibuleVersion)")
    let reply = curl.perform(by: deadline)
    guard reply.code == CURLE_OK else {
      throw .unavailable("\(url) cannot be reached", cause: "curl \(reply.code.rawValue): \(reply.explanation)")
    }
    return Response(reply: reply)
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
    curl.reset()
    curl.set(CURLOPT_URL, url)
    curl.set(CURLOPT_PROTOCOLS_STR, "http,https")
    // Otherwise libcurl waits for a "100 Continue" before a long body.
    curl.set(
      CURLOPT_HTTPHEADER,
      lines: ["Accept: application/json", "Expect:"] + (traceparent.map { ["traceparent: \($0)"] } ?? [])
        + (authorization.map { ["Authorization: \($0)"] } ?? []))
    curl.set(CURLOPT_USERAGENT, "vestibule/\(vestibuleVersion)")
    curl.post(Array(form.utf8))
    let reply = curl.perform(by: deadline)
    guard reply.code == CURLE_OK else {
      throw .unavailable("\(url) cannot be reached", cause: "curl \(reply.code.rawValue): \(reply.explanation)")
    }
    return Response(reply: reply)
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
    curl.reset()
    curl.set(CURLOPT_URL, url)
    curl.set(CURLOPT_PROTOCOLS_STR, "http")
    curl.set(CURLOPT_NOPROXY, "*")
    // Otherwise libcurl waits for a "100 Continue" before a long body.
    curl.set(CURLOPT_HTTPHEADER, lines: ["Expect:"] + headers)
    if let body { curl.post(body) }
    let reply = curl.perform(receiving: limit, by: deadline)
    guard reply.code == CURLE_OK else {
      throw .unavailable("\(url) cannot be reached", cause: "curl \(reply.code.rawValue): \(reply.explanation)")
    }
    return Response(reply: reply)
  }
}
