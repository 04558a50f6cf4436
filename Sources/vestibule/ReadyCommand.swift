// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Domain
import Functions
import Runtime
import Storage

struct ReadyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ready",
    abstract:
      "Checks that functions can work: the settings that all have, the database, its schema and its secret key.",
    discussion: "It changes nothing, and exits with 0 if functions can work. `vestibule doctor` checks everything else."
  )

  @Flag(help: "Answers the requests of a web server on file descriptor 0 (FastCGI) until it is stopped.")
  var fastcgi = false

  func run() throws {
    try reportingFailure { () throws(Failure) in
      try orFailure { () throws(Problem) in
        if fastcgi { try answerProbes(within: .seconds(5), check) } else { try check() }
      }
      if !fastcgi, !writeStandardOutput(Array("ready".utf8)) { throw .unavailable("stdout cannot be written") }
    }
  }

  private func check() throws(Problem) {
    let settings = Settings()
    try settings.requireForRunners()
    try settings.database.requireFile()
    try settings.database.requireSpace()
    let environment = try Environment.forOperator(settings, timeout: .seconds(2))
    try environment.secret.check(against: environment.store.fingerprintsIfReady())
  }
}
