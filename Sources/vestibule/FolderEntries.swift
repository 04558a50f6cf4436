// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The names in a folder that do not begin with a point; nil if it cannot be read.
func visibleNames(in folder: String) -> [String]? {
  guard let entries = opendir(folder) else { return nil }
  defer { closedir(entries) }
  var names: [String] = []
  while let entry = readdir(entries) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}
