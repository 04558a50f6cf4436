// SPDX-License-Identifier: Apache-2.0

import Configuration
import ArgumentParser
import Domain
import Functions
import Runtime

/// Brings the users of another system along.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Makes accounts of the users of another system.",
    discussion: """
      It can be run again at any time: a row that has not changed is left alone, a changed one changes only what has \
      not been changed here, and a run that was broken off is finished by the next one. Prints how many rows were \
      read, created, linked, updated, unchanged and skipped, as one JSON object.
      """)

  @Argument(
    help: ArgumentHelp(
      "A .csv, .jsonl, .ndjson or .json file, sqlite:PATH, or - for stdin.",
      discussion: "A .csv begins with a line of column names; a .json is what \"firebase auth:export\" writes."))
  var source: String

  @Option(
    help: ArgumentHelp(
      "What the rows look like.",
      discussion: "firebase for a .json unless this says another, else table. supabase is auth.users as CSV.",
      valueName: "format"))
  var format: SourceFormat?

  @Option(help: ArgumentHelp("The table of a database (default: users).", valueName: "name"))
  var table: String?

  @Option(
    name: .customLong("source"),
    help: ArgumentHelp(
      "What the source is remembered by (default: the format, and the table of a database).",
      discussion: "Two systems with the same ids need two names.", valueName: "name"))
  var sourceName: String?

  @Flag(help: "Only says what would happen: all is done in a copy of the database, which is thrown away.")
  var dryRun = false

  @Option(help: ArgumentHelp("Writes what became of each row, as JSON lines.", valueName: "file"))
  var report: String?

  @Option(
    help: ArgumentHelp("A role of the source and what it is here; can be given several times.", valueName: "old=new"))
  var role: [RoleMapping] = []

  @Option(help: ArgumentHelp("The role of whoever has none in the source.", valueName: "role"))
  var defaultRole: String?

  @Flag(help: "Takes every address for verified. Say so only where the source has verified them.")
  var emailsVerified = false

  @Option(
    help: ArgumentHelp(
      "The policy's provider that the rows' ids are subjects of.",
      discussion: "firebase or supabase for these formats, where the policy has it.", valueName: "name"))
  var provider: String?

  func run() throws {
    try reportingFailure { () throws(Failure) in try importUsers() }
  }

  private func importUsers() throws(Failure) {
    let location = try SourceLocation(source, format: format, table: table)
    let environment = try orFailure { () throws(Problem) in
      try Environment.forOperator(Settings(), isTrial: dryRun)
    }
    let rules = try PersonRules(
      environment.policy, format: location.format, roles: role, defaultRole: defaultRole,
      emailsAreVerified: emailsVerified, provider: provider)
    let importer = Importer(environment, source: sourceName ?? location.defaultName, isTrial: dryRun)
    let records = try location.open()
    let report = try report.map(ReportFile.init)
    let run = ImportRun(records, location.format, rules, importer, report)
    try run.toTheEnd(now: environment.now)
    guard writeStandardOutput(run.tally.json(isTrial: dryRun).line) else {
      throw .unavailable("the import is done, but nobody took the summary from stdout")
    }
  }
}

/// A role of the source and the one that it is here, `coach=admin`.
struct RoleMapping: ExpressibleByArgument {
  let old: String
  let new: String

  init?(argument: String) {
    guard let equals = argument.lastIndex(of: "=") else { return nil }
    old = String(argument[..<equals]).trimmed.nfc
    new = String(argument[equals...].dropFirst()).trimmed.nfc
    guard !old.isEmpty, !new.isEmpty else { return nil }
  }
}
