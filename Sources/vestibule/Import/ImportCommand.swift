// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import Domain
import Functions
import Identity
import Runtime

/// Imports the users of another system.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Creates accounts for the users of another system.",
    discussion: """
      It can be repeated at any time: an unchanged row has no effect, a changed row updates only values that were not \
      changed here, and a run that was interrupted is completed by the next one. Prints the numbers of rows that were \
      read, created, linked, updated, unchanged and skipped, as one JSON object.
      """)

  @Argument(
    help: ArgumentHelp(
      "A .csv, .jsonl, .ndjson or .json file, sqlite:PATH, or - for stdin.",
      discussion: """
        The first line of a .csv has the column names; a .json is an array of users, an object with the member "users", or \
        one user in each line.
        """), completion: .file())
  var source: String

  @Option(
    help: ArgumentHelp(
      "The format of the rows.",
      discussion: """
        The default is table, also for Auth0, Clerk, Cognito, Devise, Laravel, Django and Auth.js, or firebase for its JSON. \
        supabase is auth.users as CSV, keycloak the export of a realm. apple-transfer has the columns sub and \
        transfer_sub.
        """,
      valueName: "format"))
  var format: SourceFormat?

  @Option(help: ArgumentHelp("The table of a database (default: users).", valueName: "name"))
  var table: String?

  @Option(
    name: .customLong("source"),
    help: ArgumentHelp(
      "The name of the source (default: the format, and the table of a database).",
      discussion: "Two systems with the same ids need two names.", valueName: "name"))
  var sourceName: String?

  @Flag(help: "Imports into a temporary copy of the database and changes nothing.")
  var dryRun = false

  @Option(help: ArgumentHelp("Writes the result of each row, as JSON lines.", valueName: "file"), completion: .file())
  var report: String?

  @Option(help: ArgumentHelp("Maps a role of the source to one of the policy; can be repeated.", valueName: "old=new"))
  var role: [RoleMapping] = []

  @Option(help: ArgumentHelp("The role of people without one in the source.", valueName: "role"))
  var defaultRole: String?

  @Flag(help: "Treats every address as verified. Use it only if the source has verified them.")
  var emailsVerified = false

  @Option(
    help: ArgumentHelp(
      "The policy's provider whose subjects are the rows' ids.",
      discussion: "The default is firebase or supabase for these formats, if the policy has it.", valueName: "name"))
  var provider: String?

  @Option(
    help: ArgumentHelp(
      "The password hash parameters of a Firebase project.",
      discussion: "hash_config { … }, as Firebase's console shows it. The signer key is stored encrypted.",
      valueName: "file"), completion: .file())
  var firebaseHashParameters: String?

  func run() throws {
    try reportingFailure { () throws(Failure) in try importUsers() }
  }

  private func importUsers() throws(Failure) {
    let location = try SourceLocation(source, format: format, table: table)
    let (records, format) = try location.open()
    let firebaseKey = try firebaseKey(of: format)
    let environment = try orFailure { () throws(Problem) in
      try Environment.forOperator(Settings(), isTrial: dryRun)
    }
    let report = try report.map(ReportFile.init)
    if format == .appleTransfer {
      return try printSummary(try AppleTransfers(environment: environment, report: report).perform(records))
    }
    let rules = try PersonRules(
      environment.policy, format: format, roles: role, defaultRole: defaultRole,
      emailsAreVerified: emailsVerified, provider: provider, firebaseKey: firebaseKey)
    let importer = Importer(environment, source: sourceName ?? location.defaultName(format), isTrial: dryRun)
    if let firebaseKey { try orFailure { () throws(Problem) in try importer.store(firebaseKey) } }
    let run = ImportRun(records, format, rules, importer, report)
    try run.perform(now: environment.now)
    // A report says it for each row.
    if self.report == nil, !run.leftOut.isEmpty {
      let columns = run.leftOut.map(\.printable).joined(separator: ", ")
      writeStandardError("vestibule: not imported, because neither Vestibule nor the policy has them: \(columns)\n")
      run.clearLine()
    }
    warnOfOthers(run.tally.ofOthers)
    try printSummary(run.tally)
  }

  /// Two systems were imported under one name, or people without identities have changed their addresses.
  private func warnOfOthers(_ count: Int) {
    if count == 0 { return }
    writeStandardError(
      "vestibule: \(count) rows were skipped (\(Reason.idOfAnother.rawValue)): the accounts of their ids have other"
        + " addresses; if they are of another system, give it a name with --source\n")
  }

  private func printSummary(_ tally: Tally) throws(Failure) {
    guard writeStandardOutput(tally.json(isTrial: dryRun).line) else {
      throw .unavailable("the import is complete, but its summary could not be written to stdout")
    }
  }

  private func firebaseKey(of format: SourceFormat) throws(Failure) -> FirebaseKey? {
    guard let path = firebaseHashParameters else { return nil }
    guard format == .firebase else { throw .usage("--firebase-hash-parameters needs --format firebase") }
    let text: [UInt8]
    do { text = try readFile(path) } catch {
      throw .unreadable("\(path) cannot be read: \(error.reason)")
    }
    do { return try FirebaseKey(hashConfig: String(decoding: text, as: UTF8.self)) } catch {
      throw .unreadable("\(path): \(error.reason)")
    }
  }
}

/// Maps a role of the source to one of the policy: `coach=admin`.
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
