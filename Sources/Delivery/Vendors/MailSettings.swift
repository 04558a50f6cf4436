// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain

extension Settings {
  /// The key of a vendor: its own variable, or `MAIL_API_KEY`.
  func mailKey(_ variable: String) throws(Problem) -> String {
    if let key = try mailSecret(variable) { return key }
    if let key = try mailSecret("MAIL_API_KEY") { return key }
    throw .misconfigured("MAIL_API_KEY", "is unset, and so is \(variable); one of them should be the vendor's key")
  }

  /// The value of a variable, which has to be valid in a header.
  func mailSecret(_ variable: String) throws(Problem) -> String? {
    guard let key = try self[variable] else { return nil }
    guard key.isVisibleASCII else {
      throw .misconfigured(variable, "should have no spaces, line breaks or characters beyond ASCII")
    }
    return key
  }

  /// The URL of a vendor's path, at the vendor's own host or at `MAIL_API_URL`.
  func mailURL(_ base: String, _ path: String) throws(Problem) -> String {
    try vendorURL("MAIL_API_URL", base, path, allowsPlain: true)
  }
}
