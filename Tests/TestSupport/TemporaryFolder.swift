// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc
import Storage

/// A folder that is removed after its test, with its databases, also those on a server.
package final class TemporaryFolder {
  package let path: String
  private var databases: [String: TestDatabase] = [:]

  package init() throws {
    var template = Array("/tmp/vestibule-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw NoFolder(reason: String(cString: strerror(errno))) }
    path = String(cString: made)
  }

  private struct NoFolder: Error { let reason: String }

  deinit {
    for (name, database) in databases {
      switch TestEngine.current {
      case .sqlite: for suffix in ["", "-wal", "-shm", "-journal"] { unlink("\(path)/\(name)\(suffix)") }
      case .postgresql, .pgbouncer: try! name == Self.usual ? database.giveBack() : database.drop()
      }
    }
    rmdir(path)
  }

  /// The default path of a database.
  package var file: String { path + "/" + Self.usual }

  package static let usual = "test.db"

  /// The database of that name, the same each time. On a server the default one has its tables already, and other tests
  /// reuse it: a test that changes the schema takes another name.
  package func database(_ name: String = usual) -> TestDatabase {
    if let known = databases[name] { return known }
    let database =
      switch TestEngine.current {
      case .sqlite: TestDatabase(location: "\(path)/\(name)")
      case .postgresql, .pgbouncer:
        try! name == Self.usual ? TestDatabase.taken() : TestDatabase.created(serverName(of: name))
      }
    databases[name] = database
    return database
  }

  /// A store on the database of that name. A new connection each time.
  package func store(
    _ name: String = usual, legacyRole: String? = nil, deadline: Duration = .seconds(20)
  ) -> Store {
    database(name).store(legacyRole: legacyRole, deadline: deadline)
  }

  /// The folder's random suffix in hexadecimal, since mixed case would need quotes, and the name's letters.
  private func serverName(of name: String) -> String {
    "t" + path.suffix(6).utf8.map { String($0, radix: 16) }.joined() + "_" + name.prefix { $0.isLetter }
  }
}

/// The error code that the closure throws, or nil.
package func code<Result>(of work: () throws -> Result) -> ErrorCode? {
  do {
    _ = try work()
    return nil
  } catch { return (error as? Problem)?.code }
}
