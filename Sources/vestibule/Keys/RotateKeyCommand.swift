// SPDX-License-Identifier: Apache-2.0

import Configuration
import ArgumentParser
import Domain
import Functions
import Runtime

struct RotateKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate-key",
    abstract: "Seals anew under SECRET_KEY what SECRET_KEY_PREVIOUS has sealed, and changes the signing key.",
    discussion: """
      Give every process the new SECRET_KEY, and the old one as SECRET_KEY_PREVIOUS, before you run it; with a key file, \
      rename FILE.db.key to FILE.db.key.previous. Everybody goes on meanwhile, and it may be stopped and run again. Once \
      it prints "previousCanGo":true, and no process has the old key alone any more, remove SECRET_KEY_PREVIOUS or the \
      file. Without a previous key it does nothing.

      The new signing key signs at once. The old one stays in the key set for as long as its last access token lives.
      """)

  @Flag(
    help: """
      Others may know the old key: what it has signed ends at once, and everybody has to sign in anew, each time that \
      you run it.
      """)
  var compromised = false

  func run() throws {
    try reportingFailure { () throws(Failure) in try rotate() }
  }

  private func rotate() throws(Failure) {
    let settings = Settings()
    let counts = try orFailure { () throws(Problem) -> KeyRotation.Counts in
      guard try settings.hasPreviousKey else { return KeyRotation.Counts() }
      let environment = try Environment.forOperator(settings, needsDatabase: true)
      return try KeyRotation(environment: environment, areCompromised: compromised).run()
    }
    if counts.remaining > 0 {
      writeStandardError("vestibule: others have sealed values under the previous key meanwhile; run this again\n")
    }
    if counts.unknown > 0 {
      writeStandardError("vestibule: neither key opens \(counts.unknown) values, which an earlier key has sealed\n")
    }
    let summary: JSON = [
      "resealed": JSON(counts.resealed), "remaining": JSON(counts.remaining),
      "previousCanGo": .bool(counts.remaining == 0),
    ]
    guard writeStandardOutput(summary.line) else { throw .unavailable("standard output cannot be written") }
  }
}
