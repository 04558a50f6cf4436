// SPDX-License-Identifier: Apache-2.0

import Domain
import Glibc

/// Why a file could not be used, in the system's words.
public struct FileFailure: Error {
  public let reason: String

  /// What the last call that failed has left in `errno`.
  public static var ofLastCall: FileFailure { FileFailure(reason: String(cString: strerror(errno))) }
}

/// The bytes of a file of at most so many.
public func readFile(_ path: String, limit: Int = 1 << 20) throws -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw FileFailure.ofLastCall }
  defer { close(descriptor) }
  var content: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 16_384)
  while content.count <= limit {
    let count = read(descriptor, &buffer, buffer.count)
    if count == 0 { return content }
    guard count > 0 || errno == EINTR else { throw FileFailure.ofLastCall }
    content += buffer.prefix(max(0, count))
  }
  throw FileFailure(reason: "it has more than \(limit) bytes")
}

/// Whether a file may be one that somebody else has put there: in a folder where everybody may write, one that belongs
/// neither to this user, nor to the folder's owner, nor to root.
public func isPlanted(_ path: String) -> Bool {
  var (file, place) = (stat(), stat())
  guard lstat(path, &file) == 0, stat(folder(of: path), &place) == 0, place.st_mode & S_IWOTH != 0 else { return false }
  return ![geteuid(), place.st_uid, 0].contains(file.st_uid)
}

/// The folder that a file is in.
public func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Whether a folder can be written to, or, where it is not there, be made.
/// - Throws: which one cannot be written, and why.
public func checkCanMake(_ path: String) throws(FileFailure) {
  var existing = path
  while access(existing, F_OK) != 0, existing != ".", existing != "/" { existing = folder(of: existing) }
  guard access(existing, W_OK | X_OK) == 0 else {
    throw FileFailure(reason: "\(existing) cannot be written: \(FileFailure.ofLastCall.reason)")
  }
}

/// Makes a folder and those above it that are missing, for their owner alone.
public func makeFolder(_ path: String) throws {
  var made = path.hasPrefix("/") ? "" : "."
  for part in path.split(separator: "/") {
    made += "/" + part
    guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw FileFailure.ofLastCall }
  }
}

/// Writes a new file for its owner alone, whole or not at all; what is there already stays.
public func createFile(_ path: String, _ content: [UInt8]) throws(FileFailure) {
  let file = try NewFile(path)
  try file.write(content)
  do { try file.publish(replacing: false) } catch { guard access(path, F_OK) == 0 else { throw error } }
}
