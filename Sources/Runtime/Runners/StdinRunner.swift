// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

extension Service {
  /// Reads one event from stdin and writes one line with the result to stdout.
  /// - Parameter problem: refuses the event without reading it.
  func runOnStdin(refusing problem: Problem? = nil) -> Never {
    let execution = Execution(self)
    let outcome = execution.outcome(
      of: EventSource(
        deadline: { () throws(Problem) in
          if let problem { throw problem }
          return try self.armDeadline { (EventOutcome(interruption: $0).answer.json.line + [0x0A], 75) }
        },
        envelope: { (deadline) throws(Problem) in try Envelope(self.event(try readStandardInput(by: deadline))) }))
    shutdown(execution, (outcome.answer.json.line + [0x0A], outcome.exitStatus))
  }

  /// A timer gives a schedule no event: `</dev/null` means the one without data.
  private func event(_ bytes: [UInt8]) -> [UInt8] {
    let isEmpty = bytes.isEmpty || bytes == [0x0A] || bytes == [0x0D, 0x0A]
    return isEmpty && rule.access == .schedule ? Array("{}".utf8) : bytes
  }
}
