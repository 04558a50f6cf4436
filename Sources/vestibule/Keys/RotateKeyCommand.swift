// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Domain
import Functions
import Runtime

struct RotateKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate-key",
    abstract: "Re-encrypts the database's secrets with SECRET_KEY and replaces the signing key.",
    discussion: """
      Before you run it, give every process the new SECRET_KEY, and the old one as SECRET_KEY_PREVIOUS; with a key \
      file, rename FILE.db.key to FILE.db.key.previous. Functions keep running, and the command can be interrupted and \
      repeated. When it prints "previousCanGo":true, and no process uses the old key as SECRET_KEY, remove \
      SECRET_KEY_PREVIOUS or the file. Without a previous key it does nothing.

      The new signing key signs at once. The old one stays in the key set until its last access token has expired.
      """)

  @Flag(
    help: """
      Others may know the old key: its tokens become invalid at once, and everybody has to sign in again, each time \
      that you run it.
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
      writeStandardError("vestibule: other processes have used the previous key in the meantime; run this again\n")
    }
    if counts.unknown > 0 {
      writeStandardError("vestibule: neither key decrypts \(counts.unknown) values; an earlier key encrypted them\n")
    }
    let summary: JSON = [
      "resealed": JSON(counts.resealed), "remaining": JSON(counts.remaining),
      "previousCanGo": .bool(counts.remaining == 0),
    ]
    guard writeStandardOutput(summary.line) else { throw .unavailable("stdout cannot be written") }
  }
}
