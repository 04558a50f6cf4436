// SPDX-License-Identifier: Apache-2.0

import Domain

/// The value of a header with its parameters (RFC 9110, section 5.6.6), such as `text/html; charset=utf-8`.
struct HeaderValue {
  /// The value without the parameters, in lower case.
  let name: String
  private let parameters: [Substring]

  init(_ text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    name = String(parts[0]).trimmed.lowercased()
    parameters = Array(parts.dropFirst())
  }

  /// Parses a value that has only parameters.
  init(parameters text: some StringProtocol) { self.init(";" + text) }

  /// The value of a parameter whose name is in lower case.
  subscript(parameter: String) -> String? {
    for text in parameters {
      let pair = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, String(pair[0]).trimmed.lowercased() == parameter else { continue }
      let value = String(pair[1]).trimmed
      let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
      return isQuoted ? String(value.dropFirst().dropLast()) : value
    }
    return nil
  }
}

/// Media types (RFC 9110, section 8.3).
extension HeaderValue {
  var isJSON: Bool { name == "application/json" || name.hasPrefix("application/") && name.hasSuffix("+json") }

  /// Whether text is in UTF-8, which is the default.
  var isUTF8: Bool { self["charset"].map { ["utf-8", "utf8"].contains($0.lowercased()) } ?? true }
}
