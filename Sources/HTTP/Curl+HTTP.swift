// SPDX-License-Identifier: Apache-2.0

import CCurl
import Domain

extension Curl {
  /// Begins an HTTP request on a handle that may have made others. Redirects are not followed.
  /// - Parameters:
  ///   - url: `https:`, or `http:` if the caller has checked that it is allowed.
  ///   - headers: lines without line breaks.
  ///   - traceparent: the event's W3C trace context, which is passed on.
  ///   - waitsForContinue: whether libcurl may wait for a "100 Continue" before a body of more than a megabyte.
  package func begin(
    _ url: String, headers: [String] = [], traceparent: String? = nil, waitsForContinue: Bool = false
  ) {
    reset()
    set(CURLOPT_URL, url)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_USERAGENT, "vestibule/\(vestibuleVersion)")
    let expectation = waitsForContinue ? [] : ["Expect:"]
    set(CURLOPT_HTTPHEADER, lines: headers + expectation + (traceparent.map { ["traceparent: \($0)"] } ?? []))
  }

  /// Makes the request a POST of a form.
  /// - Parameter form: encoded names and values. The caller sends `Content-Type` if it needs another one than
  ///   libcurl's, which is `application/x-www-form-urlencoded`.
  package func post(form: String) { post(Array(form.utf8)) }
}

extension Curl.Reply {
  /// Why there is no answer, for developers.
  package var failure: String { "curl \(code.rawValue): \(explanation)" }
}
