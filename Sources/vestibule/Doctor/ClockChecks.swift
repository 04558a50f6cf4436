// SPDX-License-Identifier: Apache-2.0

import CTimex
import Domain
import Functions

extension Diagnosis {
  /// Tokens, links and sessions end by the clock: it is compared with whoever else tells the time.
  /// - Parameter others: what time it was elsewhere a moment ago.
  func clockFindings(
    _ others: [(name: String, time: Timestamp)], _ environment: Environment, hasTables: Bool
  ) -> [Finding] {
    let advice = "Let the system keep its time (chrony, systemd-timesyncd)."
    var findings: [Finding] = []
    for other in others {
      let difference = environment.clock() - other.time
      // Their time is in whole seconds, and took a while to get here.
      guard abs(difference.wholeSeconds) > 30 else { continue }
      let seconds = abs(difference.wholeSeconds)
      findings.append(
        .failure(
          "clock", "it is \(seconds) s \(difference < .zero ? "behind" : "ahead of") the one of \(other.name)",
          advice: advice))
    }
    let last = hasTables ? try? environment.store.read { (rows) throws(Problem) in try rows.lastAudit() } : nil
    if let last, last > environment.clock() + .seconds(30) {
      findings.append(
        .failure(
          "clock", "the database was written at \(last.rfc3339), which is still to come",
          advice: "One of the machines had a wrong clock. \(advice)"))
    }
    if !Self.isKept {
      findings.append(.warning("clock", "nobody keeps the system's time right", advice: advice))
    }
    if !findings.isEmpty { return findings }
    let names = others.map(\.name).joined(separator: ", ")
    return [.ok("clock", names.isEmpty ? "kept by the system" : "within 30 s of \(names)")]
  }

  /// Whether the kernel knows its clock to be synchronised (adjtimex(2)).
  private static var isKept: Bool {
    var state = timex()
    return adjtimex(&state) >= 0 && state.status & STA_UNSYNC == 0
  }
}
