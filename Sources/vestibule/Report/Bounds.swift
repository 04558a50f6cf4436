// SPDX-License-Identifier: Apache-2.0

import Domain

/// A number of a report that is out of bounds.
struct Alert {
  let name: String
  let message: String

  var json: JSON { ["name": JSON(name), "message": JSON(message)] }
}

/// The bounds of a report's numbers.
struct Bounds {
  /// The percentage of sign-ins and sign-ups that may be refused.
  var maxRefused = 5
  /// The number of sign-ins from which `maxRefused` applies.
  var minSignIns = 20
  /// The time in seconds that a mail may be due, and that a relay may accept no mails.
  var maxMailDelay = 900
  /// The number of mails that may fail permanently.
  var maxFailedMails = 10
  /// The number of overdue invitations that may be unmarked.
  var maxOverdue = 1000
  /// The number of times that refresh tokens may be reused.
  var maxTokenReuse = 5
  /// The milliseconds that 95 % of the events of a function may take.
  var maxDuration = 3000
  /// The number of events of a function from which `maxDuration` applies.
  var minEvents = 20
  /// The number of people who may be refused because of their age; nil for no bound.
  var maxUnderage: Int?

  typealias Check = (alert: Alert, isOut: Bool)

  /// All alerts, and whether each is out of bounds.
  func checks(_ report: Report) -> [Check] {
    let failed = report.endedMails["failed"] ?? 0
    let reused = report.events(.sessionTokenReused)
    let underage = report.refusals(for: .underageUser)
    let (delay, overdue) = (report.mails.delay.wholeSeconds, report.overdueInvitations)
    return [
      refusedSignIns(report.allAttempts),
      check(
        "mail-delay", delay > maxMailDelay,
        "a mail has been due for \(delay) s (bound: \(maxMailDelay) s): is deliver-mail scheduled, and does the relay"
          + " answer?"),
      relayOutage(report),
      check(
        "failed-mails", failed > maxFailedMails,
        "\(failed) mails have failed (bound: \(maxFailedMails)): `vestibule mail list --state failed`"),
      check(
        "overdue-invitations", overdue > maxOverdue,
        "\(overdue) overdue invitations are not marked as expired (bound: \(maxOverdue)): is expire-invitations"
          + " scheduled?"),
      check(
        "token-reuse", reused > maxTokenReuse,
        "refresh tokens were reused \(reused) times (bound: \(maxTokenReuse)): they may have been stolen"),
      slowEvents(report.durations),
      check(
        "underage", maxUnderage.map { underage > $0 } ?? false,
        "\(underage) were refused because of their age (bound: \(maxUnderage ?? 0))"),
    ]
  }

  private func refusedSignIns(_ attempts: Attempts) -> Check {
    let permille = attempts.refusedPermille ?? 0
    return check(
      "refused-sign-ins", attempts.count >= minSignIns && permille > maxRefused * 10,
      "\(percent(ofPermille: permille)) % of \(attempts.count) sign-ins were refused (bound: \(maxRefused) %)")
  }

  /// Mails that wait for a relay are due when it is tried again, so they are never due for long.
  private func relayOutage(_ report: Report) -> Check {
    let longest = report.relayOutages.first
    let time = longest?.time.wholeSeconds ?? 0
    return check(
      "relay-outage", time > maxMailDelay,
      "\(longest?.relay.name ?? "no relay") has accepted no mails for \(time) s (bound: \(maxMailDelay) s):"
        + " \(longest?.relay.reason?.printable ?? "")")
  }

  private func slowEvents(_ durations: [String: Durations]) -> Check {
    let slowest = durations.filter { $0.value.count >= minEvents }
      .max { ($0.value.percentile95, $1.key) < ($1.value.percentile95, $0.key) }
    return check(
      "slow-events", slowest.map { $0.value.percentile95 > maxDuration } ?? false,
      "5 % of the \(slowest?.value.count ?? 0) events of \(slowest?.key ?? "any function") took"
        + " \(slowest?.value.percentile95 ?? 0) ms or more (bound: \(maxDuration) ms)")
  }

  private func check(_ name: String, _ isOut: Bool, _ message: String) -> Check {
    (Alert(name: name, message: message), isOut)
  }

  func alerts(_ report: Report) -> [Alert] { checks(report).filter(\.isOut).map(\.alert) }
}
