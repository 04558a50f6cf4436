// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Domain
import Functions
import Runtime
import Storage

struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Upgrades the database to the schema of this release.",
    discussion: """
      Functions upgrade the schema themselves if their role may create tables. Run this command first if it may not, \
      or to see the statements.
      """)

  @Flag(help: "Prints the SQL that would run, and changes nothing.")
  var dryRun = false

  func run() throws {
    try reportingFailure { () throws(Failure) in try migrate() }
  }

  private func migrate() throws(Failure) {
    let environment = try orFailure { () throws(Problem) in try Environment.forOperator(Settings(), needsKey: false) }
    let statements = try orFailure { () throws(Problem) in
      dryRun ? try environment.store.pendingMigrations() : try environment.store.migrate()
    }
    let text = dryRun ? statements.map { "\($0);" }.joined(separator: "\n") : "{\"statements\":\(statements.count)}"
    guard writeStandardOutput(Array(text.utf8)) else { throw .unavailable("stdout cannot be written") }
  }
}
