// SPDX-License-Identifier: Apache-2.0

import Configuration
import Glibc

/// A folder to which a command writes files. It is created if it is missing.
struct OutputFolder {
  private let path: String

  init(_ path: String) throws(Failure) {
    self.path = path
    do { try makeFolder(path) } catch { throw Self.failure(path, error) }
  }

  /// Writes a file, or replaces it.
  func write(_ content: [UInt8], to name: String) throws(Failure) {
    do throws(FileFailure) {
      let file = try NewFile("\(path)/\(name)", mode: 0o644)
      try file.write(content)
      try file.publish(replacing: true)
    } catch {
      throw Self.failure("\(path)/\(name)", error)
    }
  }

  private static func failure(_ path: String, _ failure: FileFailure) -> Failure {
    .usage("\(path) cannot be written: \(failure.reason)")
  }
}
