import Domain
import Glibc
import Storage

/// A folder that goes when its test does, with what its stores left in it, and so do databases on a server.
public final class TemporaryFolder {
  public let path: String
  private var databases: [String: TestDatabase] = [:]

  public init() throws {
    var template = Array("/tmp/vestibule-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw NoFolder(reason: String(cString: strerror(errno))) }
    path = String(cString: made)
  }

  private struct NoFolder: Error { let reason: String }

  deinit {
    for name in databases.keys {
      if TestEngine.current != .sqlite { TestDatabase.drop(serverName(of: name)) }
      for suffix in ["", "-wal", "-shm", "-journal"] { unlink("\(path)/\(name)\(suffix)") }
    }
    rmdir(path)
  }

  /// The path of the file of the store that has no other name.
  public var file: String { path + "/test.db" }

  /// The database of that name, the same each time.
  public func database(_ name: String = "test.db") -> TestDatabase {
    if let known = databases[name] { return known }
    let database =
      switch TestEngine.current {
      case .sqlite: TestDatabase(location: "\(path)/\(name)")
      case .postgresql, .pgbouncer: try! TestDatabase.created(serverName(of: name))
      }
    databases[name] = database
    return database
  }

  /// A store of that name; each is a connection of its own.
  public func store(
    _ name: String = "test.db", legacyRole: String? = nil, deadline: Duration = .seconds(20)
  ) -> Store {
    database(name).store(legacyRole: legacyRole, deadline: deadline)
  }

  /// The folder's random end, by its bytes since mixed case would have to be quoted, and the name's letters.
  private func serverName(of name: String) -> String {
    "t" + path.suffix(6).utf8.map { String($0, radix: 16) }.joined() + "_" + name.prefix { $0.isLetter }
  }
}

/// The code of the problem that some work ends in; nil where it ends in none.
public func code<Result>(of work: () throws -> Result) -> ErrorCode? {
  do {
    _ = try work()
    return nil
  } catch { return (error as? Problem)?.code }
}
