// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// A request from a runner (RFC 9110).
struct HTTPRequest {
  let method: String
  /// Without the query, percent-decoded.
  let path: String
  /// As in the URL, without the question mark.
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

extension HTTPRequest {
  /// The headers that a runner passes in variables, such as `HTTP_USER_AGENT`.
  ///
  /// Several headers may have the same variable name. It is then unknown which one a proxy has written, so that none
  /// counts.
  /// - Parameter name: the name of the header, from the variable's name without its prefix.
  static func headers(inVariablesWithPrefix prefix: String, name: (Substring) -> String) -> [String: String] {
    var headers: [String: String] = [:]
    var entry = environ
    while let variable = entry.pointee {
      entry += 1
      guard strncmp(variable, prefix, prefix.utf8.count) == 0 else { continue }
      let pair = String(cString: variable + prefix.utf8.count).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { continue }
      let name = name(pair[0])
      headers[name] = headers[name] == nil ? String(pair[1]) : ""
    }
    return headers
  }
}

/// The value of a variable that is set and not empty.
func variable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
