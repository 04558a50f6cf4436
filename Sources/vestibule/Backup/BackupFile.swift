import Glibc
import Runtime

/// A file of a backup. It is written under another name beside its own, which it gets when it is whole and on the disk.
final class BackupFile {
  let path: String
  let temporaryPath: String
  private let replaces: Bool

  /// - Parameters:
  ///   - replaces: whether it takes the place of a file that is there.
  ///   - database: what is backed up, which it must never replace.
  init(_ path: String, replaces: Bool, database: String) throws(Failure) {
    self.path = path
    self.replaces = replaces
    temporaryPath = "\(path).partial-\(getpid())"
    let folder = Runtime.folder(of: path)
    guard access(folder + "/.", F_OK) == 0 else { throw .usage("there is no folder \(folder)") }
    guard access(path + "/.", F_OK) != 0 else { throw .usage("\(path) is a folder") }
    for own in [database, Settings.keyFile(ofDatabase: database)] where Self.isSame(own, path) {
      throw .usage("\(path) is what is to be backed up")
    }
    // SQLite would take a log that lies beside the new file for the new file's.
    for suffix in ["-wal", "-journal"] where Self.size(of: path + suffix) > 0 {
      throw .usage("\(path) is a database in use: there is \(path + suffix)")
    }
    guard replaces || !Self.exists(path) else { throw .usage("\(path) is there already; --force replaces it") }
  }

  deinit {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(temporaryPath + suffix) }
  }

  func write(_ content: [UInt8]) throws(Failure) {
    let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw trouble() }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, content, content.count) == content.count else { throw trouble() }
  }

  /// Gives it its name.
  func publish() throws(Failure) {
    try sync(temporaryPath)
    // Where somebody else has made a file of that name meanwhile, it stays.
    guard (replaces ? rename(temporaryPath, path) : link(temporaryPath, path)) == 0 else { throw trouble() }
    try sync(Runtime.folder(of: path))
  }

  private func sync(_ path: String) throws(Failure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw trouble() }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw trouble() }
  }

  private func trouble() -> Failure {
    .unavailable("\(path) cannot be written: \(FileTrouble.ofLastCall.reason)")
  }

  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_size : 0
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev
      && first.st_ino == second.st_ino
  }
}
