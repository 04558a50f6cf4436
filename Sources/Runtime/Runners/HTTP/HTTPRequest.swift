// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// A request from a runner (RFC 9110).
struct HTTPRequest {
  let method: String
  /// Without the query, percent-decoded.
  let path: String
  /// The query of the URL, without the question mark.
  let query: String
  /// By name in lower case. A repeated header is empty.
  let headers: [String: String]
  /// The address of the peer; nil if the runner does not report it.
  let peer: String?
  /// Whether the connection uses TLS, as far as the runner knows.
  let isSecure: Bool
  let body: (Deadline) throws(Problem) -> [UInt8]

  /// The value of a header whose name is in lower case; nil if it is empty.
  subscript(name: String) -> String? { headers[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Whether the request uses plain HTTP on this machine, where it cannot be intercepted.
  var isPlainOnLoopback: Bool { !isSecure && isLoopback(host(ofURL: "http://" + (self["host"] ?? ""))) }
}
