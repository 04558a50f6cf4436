// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import Glibc
import Runtime
import Storage

extension Diagnosis {
  /// - Returns: whether the database has the tables of this release as well.
  func databaseFindings(_ environment: Environment) -> (findings: [Finding], isReady: Bool) {
    do throws(Problem) {
      let location = try settings.database
      var findings: [Finding] = []
      if case .sqlite(let path) = location {
        guard access(path, F_OK) == 0 else { return ([newFileFinding(path)], false) }
        findings = fileFindings(path)
      }
      let (finding, isReady) = tableFinding(location, environment)
      return (findings + [finding], isReady)
    } catch {
      return ([.failure("database", error, advice: "Set DATABASE_URL to what the functions use.")], false)
    }
  }

  private func tableFinding(_ location: DatabaseLocation, _ environment: Environment) -> (Finding, isReady: Bool) {
    do throws(Problem) {
      guard try environment.store.pendingMigrations().isEmpty else {
        let advice = "Functions do so with their next event, where their role may; else run `vestibule migrate`."
        return (.warning("database", "its tables are not of this release yet", advice: advice), false)
      }
      try environment.store.write { (rows) throws(Problem) in try rows.checkMayWrite() }
      return (.ok("database", "\(location.engine): tables of this release, can be written"), true)
    } catch {
      return (.failure("database", error, advice: location.advice), false)
    }
  }

  private func newFileFinding(_ path: String) -> Finding {
    do throws(FileFailure) { try checkCanMake(folder(of: path)) } catch {
      return .failure(
        "database", "there is none at \(path), and \(error.reason)",
        advice: "Give the folder to the user that the functions run as.")
    }
    return .ok("database", "there is none at \(path) yet: the first event makes it")
  }

  private func fileFindings(_ path: String) -> [Finding] {
    var findings: [Finding] = []
    for file in [path, Settings.keyFile(ofDatabase: path), Settings.previousKeyFile(ofDatabase: path)] {
      var status = stat()
      guard stat(file, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
      findings.append(.warning("files", "\(file) can be read by others on this machine", advice: "chmod 600 \(file)"))
    }
    var space = statvfs()
    if statvfs(folder(of: path), &space) == 0 {
      let megabytes = Int(space.f_bavail) * Int(space.f_frsize) / 1_000_000
      if megabytes < 200 {
        findings.append(
          .warning(
            "files", "\(megabytes) MB are left on the database's disk",
            advice: "Make room: nothing can be decided on a full disk."))
      }
    }
    return findings
  }

  /// Addresses that became one when their domains were mapped to ASCII.
  func addressFindings(_ environment: Environment) -> [Finding] {
    let advice =
      "Nobody finds these rows by their address: another row has it in another spelling. Remove one of each pair, then run `vestibule migrate`."
    do throws(Problem) {
      let stale = try environment.store.read { (rows) throws(Problem) in try rows.staleAddressKeys() }
      guard !stale.isEmpty else { return [] }
      let tables = Dictionary(grouping: stale, by: \.table).sorted { $0.key < $1.key }
      let counts = tables.map { "\($1.count) of \($0)" }.joined(separator: ", ")
      let shown = stale.prefix(20).map { $0.id == $0.key ? $0.key : "\($0.table) \($0.id) (\($0.key))" }
      let list = shown.joined(separator: ", ") + (stale.count > shown.count ? ", …" : "")
      return [.failure("addresses", "\(counts) clash: \(list)", advice: advice)]
    } catch {
      return [.failure("addresses", error, advice: "Check the database.")]
    }
  }

  /// Whether what is sealed in the database opens with the secret key that this process has.
  func keyFindings(_ environment: Environment) -> [Finding] {
    if case .sqlite(let path) = (try? settings.database) ?? .sqlite(path: ""),
      (try? settings["SECRET_KEY"]).flatMap({ $0 }) == nil, access(Settings.keyFile(ofDatabase: path), F_OK) != 0
    {
      return [.ok("secret key", "there is none yet: the first event makes \(Settings.keyFile(ofDatabase: path))")]
    }
    return [
      finding(
        "secret key",
        advice:
          "Give every process the SECRET_KEY that the database was used with; sessions and mails are sealed with it."
      ) { () throws(Problem) in
        let keys = try environment.store.read { (rows) throws(Problem) in try rows.newestSigningKeys() }
        for key in keys where key.retiredAt == nil {
          _ = try environment.secret.open(key.sealedPrivateKey, for: .signingKeys, at: key.id)
        }
        if keys.isEmpty { _ = try environment.secret.hasPrevious }
        return keys.isEmpty ? "can be read; nothing is sealed with it yet" : "opens what is sealed in the database"
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
    case .sqlite: "Check the file's owner and disk; `vestibule backup` makes copies while it is well."
    case .postgreSQL:
      "Check that the server runs, takes connections from here, and knows the role; run `vestibule migrate` as the owner."
    }
  }
}
