import Domain
import Glibc
import Storage
import Testing

/// A folder that goes when its test does.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/vestibule-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template), "no temporary folder: \(String(cString: strerror(errno)))")
    path = String(cString: made)
  }

  deinit {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(database + suffix) }
    rmdir(path)
  }

  var database: String { path + "/test.db" }

  /// A store in this folder's database; each is a connection of its own.
  func store(legacyRole: String? = nil, deadline: Duration = .seconds(20)) -> Store {
    .sqlite(path: database, legacyRole: legacyRole, deadline: Deadline(in: deadline))
  }
}

extension Store {
  /// A store of one thread's own.
  static func at(_ path: String) -> Store { .sqlite(path: path, legacyRole: nil, deadline: Deadline(in: .seconds(20))) }
}

/// The code of the problem that some work ends in; nil where it ends in none.
func code<Result>(of work: () throws -> Result) -> ErrorCode? {
  do {
    _ = try work()
    return nil
  } catch { return (error as? Problem)?.code }
}
