// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// Requests to paths that no function has. A web server passes them to `error-page`, with any method and without their
/// query.
extension HTTPExchange {
  var isForUnknownPath: Bool { endpoint?.answersUnknownPaths == true && request.query.isEmpty }

  /// The error as JSON, because the caller does not ask for a page; nil for other requests.
  func unknownPathAnswer(_ error: ErrorResult?) -> JSON? {
    guard isForUnknownPath, let error, !MediaPreference(request["accept"] ?? "").prefersHTML else { return nil }
    return FunctionResult.failure(error).json
  }
}

/// The media types that a caller accepts (RFC 9110, section 12.5.1).
package struct MediaPreference {
  private let ranges: [(name: String, quality: Double)]

  package init(_ accept: String) {
    ranges = accept.split(separator: ",").map { text in
      let range = HeaderValue(String(text))
      return (range.name, range["q"].map { Double($0) ?? 0 } ?? 1)
    }
  }

  /// Whether HTML is named and at least as welcome as JSON. Browsers name it. `*/*` names nothing.
  package var prefersHTML: Bool {
    let html = quality(of: ["text/html", "application/xhtml+xml"])
    return html > 0 && html >= quality(of: ["application/json", "application/problem+json"])
  }

  private func quality(of names: [String]) -> Double {
    ranges.lazy.filter { names.contains($0.name) }.map(\.quality).max() ?? 0
  }
}
