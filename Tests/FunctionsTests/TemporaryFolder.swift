import Domain
import Glibc
import Storage
import Testing

/// A folder that goes when its test does.
final class TemporaryFolder {
  let path: String
  private var names: Set<String> = []

  init() throws {
    var template = Array("/tmp/vestibule-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template), "no temporary folder: \(String(cString: strerror(errno)))")
    path = String(cString: made)
  }

  deinit {
    for name in names { for suffix in ["", "-wal", "-shm", "-journal"] { unlink("\(path)/\(name)\(suffix)") } }
    rmdir(path)
  }

  /// A store in this folder's file of that name.
  func store(_ name: String) -> Store {
    names.insert(name)
    return .sqlite(path: "\(path)/\(name)", legacyRole: nil, deadline: Deadline(in: .seconds(20)))
  }
}
