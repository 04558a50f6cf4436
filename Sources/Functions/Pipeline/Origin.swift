// SPDX-License-Identifier: Apache-2.0

import Domain

/// Where an event comes from: the request of an app or of a browser, or an operator's command. The functions that an
/// event calls inside have the same origin.
package struct Origin: Sendable {
  /// The IP address of the app's request.
  package var address: String?
  /// The country of the app's request, as two capital letters (ISO 3166-1).
  package var country: String?
  /// Whether the request came through a gateway that did not give a trustworthy client address.
  package var gatewayHidesClient = false
  package var userAgent: String?
  package var traceID: String?
  /// The method of the HTTP request; nil if the event was not an HTTP request.
  package var httpMethod: String?
  /// What a browser sends in addition to the data: its cookies and where the request came from.
  package var browser = BrowserHeaders()
  /// When the execution of the event began; nil for schedules and operators' commands, which are not measured.
  package var startedAt: ContinuousClock.Instant?
  /// The operating system's user who runs an operator's command; nil for events.
  package var operatorName: String?

  package init() {}

  /// The key of limits per client: an IPv4 address, or the /56 network of an IPv6 address, because one customer has
  /// 2^64 or more IPv6 addresses, and often a /56 (RFC 6177). All clients that a gateway does not name share the key
  /// `gateway`.
  /// - Returns: nil if the client is unknown: otherwise one caller could exhaust the limit for all.
  var network: String? {
    guard let address else { return gatewayHidesClient ? "gateway" : nil }
    return Self.network(of: address)
  }

  /// An IPv4 address, or the /56 network of an IPv6 address.
  static func network(of address: String) -> String {
    guard address.contains(":") else { return address }
    // In the canonical form of RFC 5952, "::" replaces the missing zero groups.
    let halves = address.split(separator: "::", omittingEmptySubsequences: false).map { $0.split(separator: ":") }
    let missing = 8 - halves.reduce(0) { $0 + $1.count }
    let zeros = Array(repeating: Substring("0"), count: halves.count > 1 ? max(0, missing) : 0)
    let groups = (halves[0] + zeros + halves.dropFirst().joined()).prefix(4)
    // The upper half of the fourth group: two of its up to four digits.
    let last = String((UInt16(groups.last ?? "", radix: 16) ?? 0) & 0xFF00, radix: 16)
    return (groups.dropLast() + [Substring(last)]).joined(separator: ":") + "::/56"
  }
}
