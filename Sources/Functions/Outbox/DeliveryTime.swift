// SPDX-License-Identifier: Apache-2.0

import Domain

extension Environment {
  /// How long a mail may take at the relay while a person waits for the answer, and while nobody does.
  static let timeoutWhileAwaited = Duration.seconds(5)
  static let timeout = Duration.seconds(60)

  /// When a mail that this process takes is anybody's again: this process is gone by then, whatever happens.
  var leaseEnd: Timestamp { clock() + leaseTime }
  var leaseTime: Duration { deadline.remaining + .seconds(5) }

  /// Whether there is time to try another mail and to answer afterwards.
  var hasTimeToSend: Bool { deadline.remaining > .milliseconds(400) }

  /// Until when mails may be on their way: how they ended has still to be written.
  var sendingEnd: Deadline { deadline.earlier(by: .milliseconds(250)) }
}
