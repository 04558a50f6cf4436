// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The variables that templates may use, each split into its members at its first use.
///
/// They are one text, which is searched: a process that shows one page uses few of them.
final class KnownVariables {
  private let lists: [String]
  // For `joined`, the runtime would search all conformances of the program: 200,000 instructions.
  private lazy var text = Array(lists.reduce(into: " . ") { $0 += "\($1) " }.utf8CString)
  private var names: [String: Template.Name] = [:]

  /// - Parameter lists: variables, separated by spaces.
  init(_ lists: [String]) { self.lists = lists }

  /// The name in a tag, or nil if it is not a variable.
  subscript(name: String) -> Template.Name? {
    if let known = names[name] { return known }
    guard contains(name) else { return nil }
    let split = Template.Name(name)
    names[name] = split
    return split
  }

  /// Whether it is a variable or its end: within `{{#app}}`, members are written without `app.`.
  private func contains(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 > UInt8(ascii: " ") }) else { return false }
    return text.withUnsafeBufferPointer { text in
      var rest = text.baseAddress!
      while let place = strstr(rest, "\(name) ") {
        if [" ", "."].contains(Unicode.Scalar(UInt8(bitPattern: place[-1]))) { return true }
        rest = UnsafePointer(place) + 1
      }
      return false
    }
  }
}
