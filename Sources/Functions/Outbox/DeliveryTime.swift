// SPDX-License-Identifier: Apache-2.0

import Domain

extension Environment {
  /// The timeout of a mail while a person waits for the answer, and otherwise.
  static let timeoutWhileAwaited = Duration.seconds(5)
  static let timeout = Duration.seconds(60)

  /// When the lease of a mail ends. This process has certainly ended by then.
  var leaseEnd: Timestamp { clock() + leaseTime }
  var leaseTime: Duration { deadline.remaining + .seconds(5) }

  /// Whether there is time to try another mail and then to answer.
  var hasTimeToSend: Bool { deadline.remaining > .milliseconds(400) }

  /// The time by which attempts end, so that there is time to store their results.
  var sendingEnd: Deadline { deadline.earlier(by: .milliseconds(250)) }
}
