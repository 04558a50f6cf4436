// SPDX-License-Identifier: Apache-2.0

/// The state of a relay that does not accept mails now, or that takes fewer connections than configured. Other relays
/// have none.
package struct RelayState: Equatable, Sendable {
  /// The relay, as in `MAIL_URL` and without credentials.
  package let name: String
  /// Since when it has not accepted mails; nil if it accepts them.
  package var since: Timestamp?
  /// Why, as it said.
  package var reason: String?
  /// When it is tried again.
  package var nextTryAt: Timestamp?
  /// The number of failed attempts in a row.
  package var failures = 0
  /// How many connections it takes; nil for as many as configured.
  package var connections: Int?
  /// When the number of connections was reduced.
  package var limitedAt: Timestamp?

  package init(_ name: String) { self.name = name }

  /// Whether the relay is not to be tried at a time.
  package func isBlocked(at now: Timestamp) -> Bool { nextTryAt.map { $0 > now } ?? false }

  /// The number of connections, if it was reduced in the last day. After that the configured number is tried again.
  package func connections(at now: Timestamp) -> Int? {
    limitedAt.map { $0 + .days(1) > now } ?? false ? connections : nil
  }

  /// Notes a failed attempt. The relay is tried again after 1, 2, 4, 8 and then 15 minutes.
  /// - Parameter pause: the time that the relay asks for.
  package mutating func fail(_ reason: String, at now: Timestamp, pause: Duration?) {
    // Several processes tried it at the same time.
    let isKnown = isBlocked(at: now)
    if !isKnown { failures += 1 }
    since = since ?? now
    self.reason = reason
    let wait = Duration.minutes(min(15, 1 << min(max(failures - 1, 0), 4)))
    nextTryAt = max(isKnown ? nextTryAt ?? now : now, now + max(wait, pause ?? .zero))
  }

  /// Notes that it has answered about a mail.
  package mutating func recover() { (since, reason, nextTryAt, failures) = (nil, nil, nil, 0) }
}
