// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// Why a file could not be used, as the system describes it.
package struct FileFailure: Error {
  package let reason: String
  /// Whether the disk or the system has failed. This may pass, and says nothing about the file.
  package let isPassing: Bool

  package init(reason: String, isPassing: Bool = false) {
    self.reason = reason
    self.isPassing = isPassing
  }

  /// The failure in `errno` of the last call.
  package static var ofLastCall: FileFailure {
    let code = errno
    return FileFailure(reason: String(cString: strerror(code)), isPassing: isPassing(code))
  }

  private static func isPassing(_ code: Int32) -> Bool {
    switch code {
    case EIO, ENOSPC, EDQUOT, EINTR, EAGAIN, EMFILE, ENFILE, ENOMEM, ESTALE, ETIMEDOUT: true
    default: false
    }
  }

  /// `service/unavailable` if it may pass, and otherwise `service/misconfigured`.
  /// - Parameter name: the variable that names the file, or would replace it.
  package func problem(_ name: String, _ detail: String) -> Problem {
    guard isPassing else { return .misconfigured(name, detail) }
    return .unavailable("a file of the service cannot be used now", cause: "\(name): \(detail): \(reason)")
  }
}

/// Whether a path leads to something.
/// - Throws: a failure that may pass; it is then unknown whether there is something.
package func isThere(_ path: String, _ mode: Int32 = F_OK) throws(FileFailure) -> Bool {
  while access(path, mode) != 0 {
    guard errno == EINTR else {
      let failure = FileFailure.ofLastCall
      if failure.isPassing { throw failure }
      return false
    }
  }
  return true
}

/// Reads a file of at most `limit` bytes.
package func readFile(_ path: String, limit: Int = 1 << 20) throws(FileFailure) -> [UInt8] {
  var descriptor: Int32
  repeat { descriptor = open(path, O_RDONLY | O_CLOEXEC) } while descriptor < 0 && errno == EINTR
  guard descriptor >= 0 else { throw FileFailure.ofLastCall }
  defer { close(descriptor) }
  return try withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { (buffer) throws(FileFailure) in
    var content: [UInt8] = []
    while content.count <= limit {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      if count == 0 { return content }
      guard count > 0 || errno == EINTR else { throw .ofLastCall }
      content += buffer.prefix(max(0, count))
    }
    throw FileFailure(reason: "it has more than \(limit) bytes")
  }
}

/// Whether another user may have put a file there: its folder is writable for everyone, and its owner is neither this
/// user, nor the folder's owner, nor root.
package func isPlanted(_ path: String) -> Bool {
  var (file, place) = (stat(), stat())
  guard lstat(path, &file) == 0, stat(folder(of: path), &place) == 0, place.st_mode & S_IWOTH != 0 else { return false }
  return ![geteuid(), place.st_uid, 0].contains(file.st_uid)
}

/// The folder that contains a file.
package func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Checks that a folder is writable, or can be created.
/// - Throws: the folder that is not writable, and why.
package func checkWritable(_ path: String) throws(FileFailure) {
  var existing = path
  while access(existing, F_OK) != 0, existing != ".", existing != "/" { existing = folder(of: existing) }
  guard access(existing, W_OK | X_OK) == 0 else {
    throw FileFailure(reason: "\(existing) cannot be written: \(FileFailure.ofLastCall.reason)")
  }
}

/// Creates a folder and its missing parents, for their owner alone.
package func makeFolder(_ path: String) throws(FileFailure) {
  var made = path.hasPrefix("/") ? "" : "."
  for part in path.split(separator: "/") {
    made += "/" + part
    guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw FileFailure.ofLastCall }
  }
}

/// Writes a new file for its owner alone, completely or not at all. An existing file is not replaced.
package func createFile(_ path: String, _ content: [UInt8]) throws(FileFailure) {
  let file = try NewFile(path)
  try file.write(content)
  do { try file.publish(replacing: false) } catch { guard access(path, F_OK) == 0 else { throw error } }
}
