// SPDX-License-Identifier: Apache-2.0

import Configuration
import ArgumentParser
import Domain
import Functions
import Runtime

/// Looks at everything that a deployment needs, and says what to do about what is wrong.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract:
      "Checks configuration, database, keys, relays, identity providers and the clock; changes and sends nothing.",
    discussion: """
      Run it where the functions run, with their variables. Each check says "ok", "warning" or "trouble", and what to do. \
      The exit status is 1 where there is trouble. A relay is connected to and signed in at, but given no mail.
      """)

  @Flag(help: "Prints the findings as one JSON object.")
  var json = false

  @Option(
    name: [.long, .customLong("patience")],
    help: ArgumentHelp("How long the network may take for each question.", valueName: "seconds"))
  var timeout = 10

  func validate() throws {
    guard (1...600).contains(timeout) else { throw ValidationError("--timeout is a number of seconds, 1 to 600.") }
  }

  func run() throws {
    var findings: [Finding] = []
    try reportingFailure { () throws(Failure) in
      findings = Diagnosis(Settings(), timeout: .seconds(timeout)).findings()
      let text = json ? Finding.json(findings).line : Array(Finding.text(findings).utf8)
      guard writeStandardOutput(text) else { throw .unavailable("nobody took the findings from stdout") }
    }
    if findings.contains(where: { $0.state == .failure }) { throw ExitCode(1) }
  }
}
