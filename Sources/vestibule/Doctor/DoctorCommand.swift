// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Domain
import Functions
import Runtime

/// Checks an installation, and says how to correct what is wrong.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract:
      "Checks configuration, database, keys, relays, identity providers and the clock; changes and sends nothing.",
    discussion: """
      Run it on the machine of the functions, with their variables. Each finding is "ok", "warning" or "trouble", with \
      advice. The exit status is 1 if a finding is "trouble". It connects to relays and signs in, but sends no mail.
      """)

  @Flag(help: "Prints the findings as one JSON object.")
  var json = false

  @Option(
    name: [.long, .customLong("patience")],
    help: ArgumentHelp("The time limit of each network request.", valueName: "seconds"))
  var timeout = 10

  func validate() throws { try require("--timeout", timeout, in: 1...600) }

  func run() throws {
    var findings: [Finding] = []
    try reportingFailure { () throws(Failure) in
      findings = Diagnosis(Settings(), timeout: .seconds(timeout)).findings()
      let text = json ? Finding.json(findings).line : Array(Finding.text(findings).utf8)
      guard writeStandardOutput(text) else { throw .unavailable("stdout cannot be written") }
    }
    if findings.contains(where: { $0.state == .failure }) { throw ExitCode(1) }
  }
}
