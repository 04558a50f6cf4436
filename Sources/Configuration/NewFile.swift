// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file that gets its name when it is complete. Until then it has an unguessable name, so that in a shared folder
/// no other user can put a link or a file in its place.
package final class NewFile {
  package let path: String
  /// The path of the file until it is published.
  package let temporaryPath: String
  private let ownFolder: OwnFolder?
  private let descriptor: Int32
  private var isPublished = false

  /// Where the temporary file is created.
  package enum Workplace {
    /// In the folder of the final file.
    case sameFolder
    /// In this folder, which is on the same file system.
    case folder(String)
    /// In a new private folder next to the final file: for libraries that write to a path and create more files next to
    /// it.
    case ownFolder
  }

  /// Creates an empty file. Existing files are not opened, and links are not followed.
  /// - Parameters:
  ///   - path: the final path.
  ///   - mode: the permissions, restricted by the umask.
  package init(_ path: String, in workplace: Workplace = .sameFolder, mode: mode_t = 0o600) throws(FileFailure) {
    self.path = path
    let name = "\(fileName(of: path)).partial-\(randomName())"
    ownFolder = if case .ownFolder = workplace { try OwnFolder(nextTo: path) } else { nil }
    let place =
      switch workplace {
      case .sameFolder: Configuration.folder(of: path)
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

  /// Appends to the file, also after it is published.
  package func write(_ content: [UInt8]) throws(FileFailure) {
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { throw .ofLastCall }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Appends the content of another file.
  package func append(contentOf path: String) throws(FileFailure) {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw .ofLastCall }
    defer { close(source) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count == 0 { return }
      guard count > 0 || errno == EINTR else { throw .ofLastCall }
      try write(Array(buffer.prefix(max(0, count))))
    }
  }

  /// - Throws: if the temporary path no longer leads to this file. In a folder without the sticky bit, other users
  ///   can rename files.
  package func check() throws(FileFailure) { try check(temporaryPath) }

  /// Flushes the file to disk and gives it its name.
  /// - Parameter replacing: whether an existing file or link is replaced; otherwise it stays and this fails.
  package func publish(replacing: Bool) throws(FileFailure) {
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
    guard !isOurs(name) else { return }
    // It may be ours although the disk does not say so now.
    var named = stat()
    guard lstat(name, &named) == 0 || !FileFailure.ofLastCall.isPassing else { throw .ofLastCall }
    guard isOurs(name) else { throw FileFailure(reason: "another process has replaced it") }
  }

  /// Whether a name leads to the file that was opened here. A link with that name does not.
  private func isOurs(_ name: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && lstat(name, &named) == 0 && opened.st_dev == named.st_dev
      && opened.st_ino == named.st_ino
  }
}

/// A folder that is removed after its last file.
private final class OwnFolder {
  let path: String

  init(nextTo file: String) throws(FileFailure) {
    path = "\(file).partial-\(randomName())"
    guard mkdir(path, 0o700) == 0 else { throw .ofLastCall }
  }

  deinit { rmdir(path) }
}

/// Devices and pipes are never replaced: root would replace `/dev/stdout` for all processes.
private func checkCanBeReplaced(_ path: String) throws(FileFailure) {
  var (named, target) = (stat(), stat())
  guard lstat(path, &named) == 0 else { return }
  let isLink = named.st_mode & S_IFMT == S_IFLNK
  let leadsToFile = stat(path, &target) != 0 || target.st_mode & S_IFMT == S_IFREG
  guard leadsToFile, !isLink || !linkTarget(path).hasPrefix("/proc/") else {
    throw FileFailure(reason: "it exists and is not a file")
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

/// Flushes the names of a folder's files to disk.
package func syncFolder(_ folder: String) throws(FileFailure) {
  let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .ofLastCall }
  defer { close(descriptor) }
  guard fsync(descriptor) == 0 else { throw .ofLastCall }
}
