// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc
import Storage

/// A folder that goes when its test does, with what its stores left in it, and so do databases on a server.
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

  /// The path of the file of the store that has no other name.
  package var file: String { path + "/" + Self.usual }

  package static let usual = "test.db"

  /// The database of that name, the same each time. On a server the usual one has its tables already, and other tests
  /// get it afterwards: a test that changes the schema takes one with another name.
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

  /// A store of that name; each is a connection of its own.
  package func store(
    _ name: String = usual, legacyRole: String? = nil, deadline: Duration = .seconds(20)
  ) -> Store {
    database(name).store(legacyRole: legacyRole, deadline: deadline)
  }

  /// The folder's random end, by its bytes since mixed case would have to be quoted, and the name's letters.
  private func serverName(of name: String) -> String {
    "t" + path.suffix(6).utf8.map { String($0, radix: 16) }.joined() + "_" + name.prefix { $0.isLetter }
  }
}

/// The code of the problem that some work ends in; nil where it ends in none.
package func code<Result>(of work: () throws -> Result) -> ErrorCode? {
  do {
    _ = try work()
    return nil
  } catch { return (error as? Problem)?.code }
}
