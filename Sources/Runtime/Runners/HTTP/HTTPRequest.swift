// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// A request as a runner hands it on (RFC 9110).
struct HTTPRequest {
  let method: String
  /// Without the query, its percent signs resolved.
  let path: String
  /// As it stands in the URL, without the question mark.
  let query: String
  /// By their names in lower case. One that came twice is empty.
  let headers: [String: String]
  /// The address that the connection came from; nil where the runner does not say.
  let peer: String?
  /// Whether it came over TLS, as far as the runner knows.
  let isSecure: Bool
  let body: (Deadline) throws(Problem) -> [UInt8]

  /// The value of a header that is not empty, its name in lower case.
  subscript(name: String) -> String? { headers[name].flatMap { $0.isEmpty ? nil : $0 } }

  /// Whether the request did not leave this machine. Nobody else speaks plain HTTP to it.
  var isPlainOnLoopback: Bool { !isSecure && isLoopback(host(ofURL: "http://" + (self["host"] ?? ""))) }
}

extension HTTPRequest {
  /// The headers of a request whose runner puts them into variables, such as `HTTP_USER_AGENT`.
  ///
  /// Several headers may become one variable. Nobody knows then which of them a proxy has written and which its client,
  /// so that none counts.
  /// - Parameter name: the name that a header had, from what the variable has behind the prefix.
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

/// A variable that is set and not empty.
func variable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
