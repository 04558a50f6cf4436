import Domain
import Glibc
import Storage

/// A folder that goes when its test does, with what its stores left in it.
public final class TemporaryFolder {
  public let path: String
  private var names: Set<String> = ["test.db"]

  public init() throws {
    var template = Array("/tmp/vestibule-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw NoFolder(reason: String(cString: strerror(errno))) }
    path = String(cString: made)
  }

  private struct NoFolder: Error { let reason: String }

  deinit {
    for name in names { for suffix in ["", "-wal", "-shm", "-journal"] { unlink("\(path)/\(name)\(suffix)") } }
    rmdir(path)
  }

  /// The file of the store that has no other name.
  public var database: String { path + "/test.db" }

  /// A store in this folder's file of that name; each is a connection of its own.
  public func store(
    _ name: String = "test.db", legacyRole: String? = nil, deadline: Duration = .seconds(20)
  ) -> Store {
    names.insert(name)
    return .sqlite(path: "\(path)/\(name)", legacyRole: legacyRole, deadline: Deadline(in: deadline))
  }
}

extension Store {
  /// A store of one thread's own.
  public static func at(_ path: String) -> Store {
    .sqlite(path: path, legacyRole: nil, deadline: Deadline(in: .seconds(20)))
  }
}

/// The code of the problem that some work ends in; nil where it ends in none.
public func code<Result>(of work: () throws -> Result) -> ErrorCode? {
  do {
    _ = try work()
    return nil
  } catch { return (error as? Problem)?.code }
}
