// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Domain
import Functions
import Runtime
import Storage

/// Prints numbers for monitoring.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Counts sign-ins, refusals, invitations, mails and sessions, and reports numbers out of bounds.",
    discussion: """
      Prints one JSON object. If a number is out of bounds, the exit status is 1, with a line for each on stderr, so \
      that a scheduler can notify an operator. It only reads.
      """)

  @Option(help: ArgumentHelp("The period of counted events: 90m, 24h, 7d.", valueName: "time"))
  var since = TimeSpan(argument: "24h")!

  @Option(help: "Also counts the events of each hour or day (UTC) of the period.")
  var by: ReportSeries.Interval?

  @Option(
    help: ArgumentHelp(
      "Also writes the numbers to this file, for node_exporter's textfile collector.", valueName: "file"),
    completion: .file())
  var prometheus: String?

  @OptionGroup(title: "Bounds")
  var boundsOptions: BoundsOptions

  func run() throws {
    var alerts: [Alert] = []
    try reportingFailure { () throws(Failure) in alerts = try report() }
    for alert in alerts { writeStandardError("vestibule: \(alert.message)\n") }
    if !alerts.isEmpty { throw ExitCode(1) }
  }

  private func report() throws(Failure) -> [Alert] {
    let environment = try orFailure { () throws(Problem) in
      try Environment.forOperator(Settings(), needsDatabase: true, needsKey: false)
    }
    let (from, until) = (environment.now - since.duration, environment.now)
    let (report, counted) = try orFailure { () throws(Problem) in
      try environment.store.read { (transaction) throws(Problem) in
        let kept = max(from, until - environment.policy.retention.audit)
        return (
          try Report(of: transaction, from: from, until: until),
          try by.map { (interval) throws(Problem) in
            try ReportSeries(of: transaction, from: kept, until: until, by: interval)
          }
        )
      }
    }
    let bounds = boundsOptions.bounds
    let alerts = bounds.alerts(report)
    if let prometheus { try PrometheusText(report, bounds: bounds).write(to: prometheus) }
    let series: JSON = .object(["by": by.map { .string($0.rawValue) }, "series": counted?.json])
    let json = report.json.merging(series).merging(["alerts": .array(alerts.map(\.json))])
    guard writeStandardOutput(json.line) else { throw .unavailable("stdout cannot be written") }
    return alerts
  }
}
