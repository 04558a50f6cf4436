// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Files that only their owner can read.
enum PrivateFile {
  /// Writes a new file to disk and renames it over the old one.
  static func replace(_ url: URL, with data: Data) throws {
    let temporary = url.deletingLastPathComponent().appendingPathComponent(
      ".\(url.lastPathComponent).\(UUID().uuidString)")
    let file = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard file >= 0 else { throw failure("create", temporary) }
    do {
      defer { close(file) }
      try write(data, to: file, temporary)
      guard fsync(file) == 0 else { throw failure("write", temporary) }
      guard rename(temporary.path, url.path) == 0 else { throw failure("replace", url) }
    } catch {
      unlink(temporary.path)
      throw error
    }
  }

  private static func write(_ data: Data, to file: Int32, _ url: URL) throws {
    var rest = Array(data)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      guard written > 0 else { throw failure("write", url) }
      rest = rest.dropFirst(written)
    }
  }

  private static func failure(_ action: String, _ url: URL) -> CocoaError {
    CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path, "action": action, "errno": Int(errno)])
  }
}
