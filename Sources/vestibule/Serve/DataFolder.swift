// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Glibc

/// The folder of `--data`, with everything that is not in the release.
struct DataFolder {
  /// Absolute, because processes may change their folder.
  let path: String
  /// As it was typed.
  let given: String

  /// Creates the folder, for its owner alone.
  init(_ path: String) throws(Failure) {
    do { try makeFolder(path) } catch {
      throw .unavailable("the folder \(path.printable) cannot be created: \(error.reason)")
    }
    guard let absolute = realpath(path, nil) else {
      throw .unavailable("\(path.printable): \(FileFailure.ofLastCall.reason)")
    }
    defer { free(absolute) }
    self.path = String(cString: absolute)
    given = path.hasPrefix("/") || path.hasPrefix(".") ? path : "./" + path
  }

  /// Sets the variables that are unset. The processes of the functions inherit them.
  func setDefaults() {
    Self.setDefault("DATABASE_URL", "sqlite:\(path)/vestibule.db")
    Self.setDefault("MAIL_URL", "maildir:\(path)/mail")
    if access("\(path)/policy.json", R_OK) == 0 { Self.setDefault("POLICY_FILE", "\(path)/policy.json") }
  }

  /// Sets a variable, unless it or `NAME_FILE` is set.
  static func setDefault(_ name: String, _ value: String) {
    for known in [name, name + "_FILE"] {
      if let text = getenv(known), text.pointee != 0 { return }
    }
    setenv(name, value, 1)
  }
}

/// The folder of this executable.
func executableFolder() -> String {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
  let length = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
  return folder(of: String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self))
}
