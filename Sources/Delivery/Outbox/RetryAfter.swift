// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import HTTP

extension Curl.Reply {
  /// The time of the header `Retry-After` (RFC 9110, section 10.2.3), at most a day; nil if there is none.
  var retryAfter: Duration? {
    guard let text = header("Retry-After") else { return nil }
    if let count = Int(text) { return .seconds(min(max(count, 0), 86_400)) }
    return seconds(ofHTTPDate: text).map { min(max(HTTPRelay.durationUntil($0), .zero), .days(1)) }
  }
}
