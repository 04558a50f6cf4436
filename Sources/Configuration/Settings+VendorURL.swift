// SPDX-License-Identifier: Apache-2.0

import Domain

extension Settings {
  /// The URL of a vendor's path, at the vendor's own host or at the one of a variable.
  /// - Parameter allowsPlain: whether http is allowed for any host with `ALLOW_INSECURE`.
  /// - Throws: `service/misconfigured` if the variable is not a safe URL.
  package func vendorURL(
    _ variable: String, _ base: String, _ path: String, allowsPlain: Bool = false
  ) throws(Problem) -> String {
    guard let other = try self[variable] else { return base + path }
    let isInsecure = allowsPlain ? try flag("ALLOW_INSECURE") : false
    guard isConfidential(other) || isInsecure && other.hasPrefix("http://"), !host(ofURL: other).isEmpty,
      other.isVisibleASCII, !other.contains(where: { "?#<>\"@\\".contains($0) })
    else {
      throw .misconfigured(
        variable,
        "should be an https URL without query or fragment; http is allowed only for loopback"
          + (allowsPlain ? " or with ALLOW_INSECURE=1" : ""))
    }
    return (other.hasSuffix("/") ? String(other.dropLast()) : other) + path
  }
}
