// SPDX-License-Identifier: Apache-2.0

import CTimex
import Domain
import Functions

extension Diagnosis {
  /// Checks the clock, which decides when tokens, links and sessions expire.
  /// - Parameter others: the current times of other machines.
  func clockFindings(
    _ others: [(name: String, time: Timestamp)], _ environment: Environment, hasTables: Bool
  ) -> [Finding] {
    let advice = "Synchronise the clock (chrony, systemd-timesyncd)."
    var findings: [Finding] = []
    for other in others {
      let difference = environment.clock() - other.time
      // The other times are in whole seconds, and slightly old.
      guard abs(difference.wholeSeconds) > 30 else { continue }
      let seconds = abs(difference.wholeSeconds)
      findings.append(
        .failure(
          "clock", "it is \(seconds) s \(difference < .zero ? "behind" : "ahead of") the clock of \(other.name)",
          advice: advice))
    }
    let last =
      hasTables
      ? try? environment.store.read { (transaction) throws(Problem) in try transaction.report.lastAudit() } : nil
    if let last, last > environment.clock() + .seconds(30) {
      findings.append(
        .failure(
          "clock", "the database was last written at \(last.rfc3339), which is in the future",
          advice: "The clock of one of the machines was wrong. \(advice)"))
    }
    if !Self.isSynchronised {
      findings.append(.warning("clock", "the system clock is not synchronised", advice: advice))
    }
    if !findings.isEmpty { return findings }
    let names = others.map(\.name).joined(separator: ", ")
    return [.ok("clock", names.isEmpty ? "synchronised by the system" : "within 30 s of \(names)")]
  }

  /// Whether the kernel reports a synchronised clock (adjtimex(2)).
  private static var isSynchronised: Bool {
    var state = timex()
    return adjtimex(&state) >= 0 && state.status & STA_UNSYNC == 0
  }
}
