// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file that gets its name when it is whole. Until then it has one that nobody can guess, so that in a folder where
/// others may write, too, nobody can have put a link or a file of theirs in its place.
public final class NewFile {
  public let path: String
  /// Where it is until it is published.
  public let temporaryPath: String
  private let ownFolder: OwnFolder?
  private let descriptor: Int32
  private var isPublished = false

  /// Where a file is made.
  public enum Workplace {
    /// In the folder that it is to be in.
    case beside
    /// In that folder, which is on the same file system.
    case folder(String)
    /// In a new folder beside it that nobody else may look into: for what others write by its path, with files of their
    /// own around it.
    case ownFolder
  }

  /// Makes the file, empty. Nothing that is there is opened, and no link is followed.
  /// - Parameters:
  ///   - path: what it is to be called.
  ///   - mode: who may read and write it, as far as the umask lets them.
  public init(_ path: String, in workplace: Workplace = .beside, mode: mode_t = 0o600) throws(FileFailure) {
    self.path = path
    let name = "\(fileName(of: path)).partial-\(randomName())"
    ownFolder = if case .ownFolder = workplace { try OwnFolder(beside: path) } else { nil }
    let place =
      switch workplace {
      case .beside: Configuration.folder(of: path)
      case .folder(let folder): folder
      case .ownFolder: ownFolder?.path ?? ""
      }
    temporaryPath = "\(place)/\(name)"
    descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw .ofLastCall }
  }

  deinit {
    if !isPublished, isOurs(temporaryPath) { unlink(temporaryPath) }
    close(descriptor)
  }

  /// Adds to the file; it may have its name by now.
  public func write(_ content: [UInt8]) throws(FileFailure) {
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { throw .ofLastCall }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// - Throws: where its temporary path leads to something else by now: in a folder without the sticky bit, others may
  ///   rename what is not theirs.
  public func check() throws(FileFailure) { try check(temporaryPath) }

  /// Gives the file its name, once what was written is on the disk.
  /// - Parameter replacing: whether it takes the place of a file or a link that is there; otherwise that stays, and this
  ///   fails.
  public func publish(replacing: Bool) throws(FileFailure) {
    guard fsync(descriptor) == 0 else { throw .ofLastCall }
    try check()
    if replacing {
      try checkCanBeReplaced(path)
      guard rename(temporaryPath, path) == 0 else { throw .ofLastCall }
    } else {
      guard link(temporaryPath, path) == 0 else { throw .ofLastCall }
      unlink(temporaryPath)
    }
    isPublished = true
    try check(path)
    try syncFolder(Configuration.folder(of: path))
  }

  private func check(_ name: String) throws(FileFailure) {
    guard isOurs(name) else { throw FileFailure(reason: "somebody has put something else in its place") }
  }

  /// Whether a name is that of the file that was opened here. A link of that name is not.
  private func isOurs(_ name: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && lstat(name, &named) == 0 && opened.st_dev == named.st_dev
      && opened.st_ino == named.st_ino
  }
}

/// A folder that goes with its last file.
private final class OwnFolder {
  let path: String

  init(beside file: String) throws(FileFailure) {
    path = "\(file).partial-\(randomName())"
    guard mkdir(path, 0o700) == 0 else { throw .ofLastCall }
  }

  deinit { rmdir(path) }
}

/// A device or a pipe is no file to put another in the place of: as root, that would take `/dev/stdout` from everybody.
private func checkCanBeReplaced(_ path: String) throws(FileFailure) {
  var (named, target) = (stat(), stat())
  guard lstat(path, &named) == 0 else { return }
  let isLink = named.st_mode & S_IFMT == S_IFLNK
  let leadsToFile = stat(path, &target) != 0 || target.st_mode & S_IFMT == S_IFREG
  guard leadsToFile, !isLink || !linkTarget(path).hasPrefix("/proc/") else {
    throw FileFailure(reason: "it is there, and is no file")
  }
}

private func linkTarget(_ path: String) -> String {
  var target = [CChar](repeating: 0, count: 4096)
  let count = readlink(path, &target, target.count)
  return String(decoding: target.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

private func fileName(of path: String) -> Substring {
  path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
}

private func randomName() -> String {
  var generator = SystemRandomNumberGenerator()
  return [generator.next() as UInt64, generator.next()].map { String($0, radix: 36) }.joined()
}

/// Has the names of a folder's files written to the disk.
private func syncFolder(_ folder: String) throws(FileFailure) {
  let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .ofLastCall }
  defer { close(descriptor) }
  guard fsync(descriptor) == 0 else { throw .ofLastCall }
}
