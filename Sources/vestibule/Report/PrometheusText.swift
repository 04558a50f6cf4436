// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc
import Storage

/// A report in Prometheus' text format (prometheus.io/docs/instrumenting/exposition_formats). All metrics are gauges,
/// because events are counted over the period of the report.
struct PrometheusText {
  private(set) var text = ""

  init(_ report: Report, bounds: Bounds) {
    metric("window_seconds", "The period over which events were counted.") {
      [([], (report.until - report.from).wholeSeconds)]
    }
    metric("report_timestamp_seconds", "When the report was created.") { [([], report.until.wholeSeconds)] }
    addAttempts(report)
    metric("event_milliseconds", "The time from the start of an event to its decision.") {
      Self.samples(report.durations, "function")
    }
    metric("attempt_milliseconds", "The time from the start of a sign-in or sign-up to its decision.") {
      Self.samples(report.durationsByProvider, "provider")
    }
    metric("refusals", "Events that were refused.") {
      report.refusals.map {
        ([("function", $0.function), ("code", $0.code ?? ""), ("provider", $0.provider ?? "")], $0.count)
      }
    }
    metric("security_events", "Possible attacks, and what owners of accounts were told of.") {
      report.securityEvents.map { ([("event", $0.name)], $0.count) }
    }
    metric("events", "Other entries of the audit log.") { Self.samples(report.events, "action") }
    metric("invitations", "Invitations by state.") {
      Self.samples(report.invitations.merging(["overdue": report.overdueInvitations]) { $1 }, "state")
    }
    metric("invitation_funnel", "How far the invitations have come that were sent in the period.") {
      Self.samples(report.funnel)
    }
    metric("join_links", "Links to join by state.") { Self.samples(report.joinLinks, "state") }
    metric("join_requests", "Requests of people who asked by a link, by state.") {
      Self.samples(report.joinRequests, "state")
    }
    addQueues(report)
    addSessions(report)
    metric("alert", "1 if a number is out of bounds.") {
      bounds.checks(report).map { ([("name", $0.alert.name)], $0.isOut ? 1 : 0) }
    }
  }

  private mutating func addAttempts(_ report: Report) {
    for (name, word, counts) in [("sign_ins", "Sign-ins", report.signIns), ("sign_ups", "Sign-ups", report.signUps)] {
      metric(name, "\(word) by provider and outcome.") { Self.samples(counts.byProvider, "provider") }
      metric("\(name)_by_country", "\(word) by country and outcome.") { Self.samples(counts.byCountry, "country") }
      metric("\(name)_by_role", "\(word) by role and outcome.") { Self.samples(counts.byRole, "role") }
    }
    metric("new_accounts", "New accounts by role.") { Self.samples(report.newAccounts, "role") }
  }

  private mutating func addQueues(_ report: Report) {
    let queues = [("mail", report.mails), ("webhook", report.webhooks)]
    metric("queue_waiting", "Mails and webhooks that are not sent yet.") { queues.map { ([("kind", $0)], $1.waiting) } }
    metric("queue_oldest_seconds", "The age of the oldest of them.") {
      queues.map { ([("kind", $0)], $1.age.wholeSeconds) }
    }
    metric("queue_delay_seconds", "How long the first of them has been due.") {
      queues.map { ([("kind", $0)], $1.delay.wholeSeconds) }
    }
    metric("relay_outage_seconds", "How long relays that are tried have accepted no mails.") {
      report.relayOutages.map { ([("relay", $0.relay.name)], $0.time.wholeSeconds) }
    }
    metric("mails_ended", "Mails and webhooks by their final state.") {
      Self.samples(report.endedMails, "state")
    }
  }

  private mutating func addSessions(_ report: Report) {
    metric("sessions_active", "Sessions that can be used.") { [([], report.activeSessions)] }
    if let lengths = report.sessionLengths {
      metric("session_median_seconds", "The median length of ended sessions.") {
        [([], lengths.median.wholeSeconds)]
      }
      metric("session_average_seconds", "The average length of ended sessions.") {
        [([], lengths.average.wholeSeconds)]
      }
    }
  }

  private typealias Sample = (labels: [(name: String, value: String)], value: Int)

  private static func samples(_ durations: [String: Durations], _ label: String) -> [Sample] {
    durations.sorted { $0.key < $1.key }.flatMap { name, durations in
      [("0.5", durations.median), ("0.95", durations.percentile95), ("1", durations.maximum)].map {
        ([(label, name), ("quantile", $0.0)], $0.1)
      }
    }
  }

  private static func samples(_ funnel: InvitationFunnel) -> [Sample] {
    let steps: [(name: String, count: Int)] = [
      ("sent", funnel.sent), ("delivered", funnel.delivered), ("not_delivered", funnel.notDelivered),
      ("delivery_unknown", funnel.unknownDelivery), ("opened", funnel.opened), ("started", funnel.started),
      ("accepted", funnel.accepted), ("signed_in", funnel.signedIn),
    ]
    return steps.map { ([("step", $0.name)], $0.count) }
  }

  private static func samples(_ attempts: [String: Attempts], _ label: String) -> [Sample] {
    attempts.sorted { $0.key < $1.key }.flatMap { name, attempts in
      [
        ([(label, name), ("outcome", "succeeded")], attempts.succeeded),
        ([(label, name), ("outcome", "refused")], attempts.refused),
      ]
    }
  }

  private static func samples(_ counts: [String: Int], _ label: String) -> [Sample] {
    counts.sorted { $0.key < $1.key }.map { ([(label, $0.key)], $0.value) }
  }

  private mutating func metric(
    _ name: String, _ help: String, _ samples: () -> [Sample]
  ) {
    text += "# HELP vestibule_\(name) \(help)\n# TYPE vestibule_\(name) gauge\n"
    for sample in samples() {
      let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
      text += "vestibule_\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(sample.value)\n"
    }
  }

  /// Providers may have any name in a policy.
  private static func escaped(_ value: String) -> String {
    value.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\\", "\"": text += "\\\(scalar)"
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Replaces the file atomically, because node_exporter may be reading it.
  func write(to path: String) throws(Failure) {
    guard let name = path.split(separator: "/", omittingEmptySubsequences: false).last, !name.isEmpty else {
      throw .usage("\(path) is not a file")
    }
    try OutputFolder(folder(of: path)).write(Array(text.utf8), to: String(name))
  }
}
