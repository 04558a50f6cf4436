// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The variables in which a runner passes a request, such as `REQUEST_METHOD=POST`.
struct Variables {
  private let entries: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// - Parameter entries: C strings, and a null pointer after the last one.
  init(_ entries: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) { self.entries = entries }

  /// The variables of the process.
  static var ofProcess: Variables { Variables(environ) }

  /// The value of a variable that is set and not empty.
  subscript(name: String) -> String? {
    let length = name.utf8.count
    var entry = entries
    while let variable = entry.pointee {
      entry += 1
      guard strncmp(variable, name, length) == 0, variable[length] == CChar(UInt8(ascii: "=")) else { continue }
      let value = String(cString: variable + length + 1)
      return value.isEmpty ? nil : value
    }
    return nil
  }

  /// The headers of a request, such as `HTTP_USER_AGENT`.
  ///
  /// Several headers may have the same variable name. It is then unknown which one a proxy has written, so none
  /// counts.
  /// - Parameter name: the name of the header, from the variable's name without its prefix.
  func headers(withPrefix prefix: String, name: (Substring) -> String) -> [String: String] {
    var headers: [String: String] = [:]
    var entry = entries
    while let variable = entry.pointee {
      entry += 1
      guard strncmp(variable, prefix, prefix.utf8.count) == 0 else { continue }
      let pair = String(cString: variable + prefix.utf8.count).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { continue }
      let name = name(pair[0])
      headers[name] = headers[name] == nil ? String(pair[1]) : ""
    }
    return headers
  }
}
