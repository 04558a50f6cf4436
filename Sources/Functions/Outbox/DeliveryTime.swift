// SPDX-License-Identifier: Apache-2.0

import Domain

extension Deadline {
  /// The time that is kept to store the results and to write the answer.
  private static let timeToAnswer = Duration.milliseconds(250)
  /// With less time a message is not tried, because the result of an attempt that is cut off can be unknown.
  private static let minimumAttempt = Duration.milliseconds(150)

  /// How long a message is leased. This process has certainly ended by then.
  package var leaseTime: Duration { remaining + .seconds(5) }

  /// Whether there is time to try another message and then to answer.
  package var hasTimeToSend: Bool { hasTime(toSendFor: .zero) }

  /// Whether there is time for an attempt that takes as long as an earlier one, and then to answer.
  package func hasTime(toSendFor attempt: Duration) -> Bool {
    remaining > Self.timeToAnswer + max(Self.minimumAttempt, attempt)
  }

  /// The time by which attempts end, so that there is time to store their results.
  package var sendingEnd: Deadline { earlier(by: Self.timeToAnswer) }
}

extension Deliveries {
  /// The timeout of a message while a person waits for the answer, and otherwise.
  static let timeoutWhileAwaited = Duration.seconds(5)
  package static let timeout = Duration.seconds(60)
}
