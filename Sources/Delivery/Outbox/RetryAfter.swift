// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import HTTP

extension Curl.Reply {
  /// The time of the header `Retry-After` (RFC 9110, section 10.2.3), at most a day; nil if there is none.
  var retryAfter: Duration? {
    guard let text = header("Retry-After") else { return nil }
    let asked: Duration? =
      if let count = Int(text) { .seconds(count) } else { seconds(ofHTTPDate: text).map(Duration.until) }
    return asked?.limitedPause
  }
}

extension Duration {
  /// A pause that another service asks for, at most a day. It may be any number, because the other service sent it.
  var limitedPause: Duration { min(max(self, .zero), .days(1)) }

  /// The time until a timestamp in seconds since 1970, which may be any number.
  static func until(_ timestamp: Int) -> Duration {
    .seconds(Double(timestamp) - Double(currentTime().milliseconds) / 1000)
  }
}
