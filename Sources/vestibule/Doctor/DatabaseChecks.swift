// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Glibc
import Runtime
import Storage

extension Diagnosis {
  /// - Returns: the findings, and whether the database has the tables of this release.
  func databaseFindings() -> (findings: [Finding], isReady: Bool) {
    do throws(Problem) {
      let location = try settings.database
      var findings: [Finding] = []
      if case .sqlite(let path) = location {
        guard access(path, F_OK) == 0 else { return ([newFileFinding(path)], false) }
        findings = fileFindings(path)
      }
      let (finding, isReady) = tableFinding(location)
      return (findings + [finding], isReady)
    } catch {
      return ([.failure("database", error, advice: "Set DATABASE_URL to the database of the functions.")], false)
    }
  }

  private func tableFinding(_ location: DatabaseLocation) -> (Finding, isReady: Bool) {
    do throws(Problem) {
      // With a deadline, because a server whose synchronous standby is missing accepts the commit and does not answer.
      let environment = try Environment.forOperator(
        settings, needsKey: false, timeout: timeout, deadline: Deadline(in: timeout))
      guard try environment.store.hasTables() else {
        try environment.store.requireRightToCreateTables()
        return (.ok("database", "\(location.engine): has no tables yet; the first event creates them"), false)
      }
      guard try environment.store.pendingMigrations().isEmpty else {
        let advice =
          "The next event upgrades them if the functions' role is allowed to; otherwise run `vestibule migrate`."
        return (.warning("database", "the tables have the schema of an older release", advice: advice), false)
      }
      try environment.store.write { (transaction) throws(Problem) in
        try transaction.report.writeAndDelete("doctor-\(environment.newID())", at: environment.now)
      }
      return (.ok("database", "\(location.engine): current schema, a row was written and removed"), true)
    } catch {
      let advice = error.code == .misconfigured ? "Correct this: until then no event is answered." : location.advice
      return (.failure("database", error, advice: advice), false)
    }
  }

  private func newFileFinding(_ path: String) -> Finding {
    do throws(FileFailure) { try checkWritable(folder(of: path)) } catch {
      return .failure(
        "database", "there is no database at \(path), and \(error.reason)",
        advice: "Make the user of the functions the owner of the folder.")
    }
    return .ok("database", "there is no database at \(path) yet: the first event creates it")
  }

  private func fileFindings(_ path: String) -> [Finding] {
    var findings = fileSystemFindings(ofDatabase: path)
    for file in [path, Settings.keyFile(ofDatabase: path), Settings.previousKeyFile(ofDatabase: path)] {
      var status = stat()
      guard stat(file, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
      findings.append(
        .warning("files", "\(file) can be read by other users of this machine", advice: "chmod 600 \(file)"))
    }
    var space = statvfs()
    if statvfs(folder(of: path), &space) == 0 {
      let megabytes = Int(space.f_bavail) * Int(space.f_frsize) / 1_000_000
      if megabytes < 200 {
        findings.append(
          .warning(
            "files", "the database's disk has only \(megabytes) MB left",
            advice: "Free some space: if the disk is full, every event that writes fails."))
      }
    }
    return findings
  }

  /// Reports rows whose address another row has in another spelling: of the domain, or of a mailbox at Gmail.
  func addressFindings(_ environment: Environment) -> [Finding] {
    let advice =
      "These rows are not found by their address, because another row has it in another spelling. Remove one of each"
      + " pair, then run `vestibule migrate`."
    do throws(Problem) {
      let stale = try environment.store.read { (transaction) throws(Problem) in try transaction.addressKeys.stale() }
      guard !stale.isEmpty else { return [] }
      let tables = Dictionary(grouping: stale, by: \.table).sorted { $0.key < $1.key }
      let counts = tables.map { "\($1.count) of \($0)" }.joined(separator: ", ")
      let shown = stale.prefix(20).map { $0.id == $0.key ? $0.key : "\($0.table) \($0.id) (\($0.key))" }
      let list = shown.joined(separator: ", ") + (stale.count > shown.count ? ", …" : "")
      return [.failure("addresses", "\(counts) have an address that another row has: \(list)", advice: advice)]
    } catch {
      return [.failure("addresses", error, advice: "Check the database.")]
    }
  }

  /// Checks whether the secret key is that of the database.
  func keyFindings(_ environment: Environment, hasTables: Bool) -> [Finding] {
    let advice =
      "Set the SECRET_KEY that the database was used with, in every process: it encrypts signing keys and mails."
    do throws(Problem) { try environment.secret.check() } catch {
      return [.failure("secret key", error, advice: advice)]
    }
    guard hasTables else { return [] }
    return [
      finding("secret key", advice: advice) { () throws(Problem) in
        let match = try environment.store.read { (transaction) throws(Problem) in
          try environment.secret.match(in: transaction)
        }
        switch match {
        case .known, .replacing, .unlisted: return "decrypts the secrets in the database"
        case .unused where try settings.lacksKeyFile: return "there is no key yet: the first event creates the key file"
        case .unused: return "is valid; nothing is encrypted with it yet"
        case .wrong: throw try environment.secret.wrongKey()
        }
      }
    ]
  }
}

extension DatabaseLocation {
  fileprivate var engine: String {
    switch self {
    case .sqlite(let path): "SQLite at \(path)"
    case .postgreSQL: "PostgreSQL"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .sqlite:
      "Check the owner of the file and the disk. If the file is damaged, restore a copy of `vestibule backup`."
    case .postgreSQL:
      """
      Check that the server runs, accepts connections and has the role, and that its synchronous standby, if it has one, \
      is connected. Run `vestibule migrate` as the owner.
      """
    }
  }
}
