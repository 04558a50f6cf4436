// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc
import Storage

extension DatabaseLocation {
  /// - Throws: `service/misconfigured` if it is a file that does not exist, `service/unavailable` if that cannot be
  ///   seen now.
  package func requireFile() throws(Problem) {
    guard case .sqlite(let path) = self else { return }
    let exists: Bool
    do throws(FileFailure) { exists = try isThere(path) } catch {
      throw error.problem("DATABASE_URL", "the database \(path) cannot be seen")
    }
    guard exists else { throw .misconfigured("DATABASE_URL", "there is no database at \(path)") }
  }

  /// Requires that a file can grow: SQLite cannot write to a full disk. What a server's disk has is not known here.
  /// - Throws: `service/unavailable`.
  package func requireSpace() throws(Problem) {
    guard case .sqlite(let path) = self else { return }
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return }
    let blocks = geteuid() == 0 ? disk.f_bfree : disk.f_bavail
    guard blocks * disk.f_frsize >= 1 << 20 else {
      throw .unavailable("the database's disk is full", cause: "\(path): less than 1 MB is free")
    }
  }
}

extension Settings {
  /// Requires what every function reads before its event, in addition to the policy: the proxies of requests, and what
  /// it logs.
  /// - Throws: `service/misconfigured`.
  package func requireForRunners() throws(Problem) {
    _ = try TrustedProxies(self)
    _ = try logger(context: [:])
  }
}

extension Store {
  /// Opens the store of a location.
  /// - Parameters:
  ///   - isTrial: whether to work on a temporary copy.
  ///   - timeout: how long a statement waits for locks, at most until the deadline.
  static func at(
    _ database: DatabaseLocation, isTrial: Bool = false, legacyRole: String?, deadline: Deadline,
    timeout: Duration = .days(1)
  ) -> Store {
    switch database {
    case .sqlite(let path) where isTrial:
      .copy(ofSQLite: path, legacyRole: legacyRole, deadline: deadline, timeout: timeout)
    case .sqlite(let path):
      .sqlite(path: path, legacyRole: legacyRole, deadline: deadline, timeout: timeout) { () throws(Problem) in
        try makeFolder(ofDatabase: path)
      }
    case .postgreSQL(let uri):
      .postgreSQL(uri: uri, isTrial: isTrial, legacyRole: legacyRole, deadline: deadline, timeout: timeout)
    }
  }
}

func makeFolder(ofDatabase path: String) throws(Problem) {
  let folder = folder(of: path)
  let isFolder: Bool
  do throws(FileFailure) {
    isFolder = try isThere(path + "/.")
    if !isFolder, try !isThere(folder) { try makeFolder(folder) }
  } catch {
    throw error.problem("DATABASE_URL", "the folder \(folder) cannot be created")
  }
  guard !isFolder else { throw .misconfigured("DATABASE_URL", "\(path) is a folder") }
}
