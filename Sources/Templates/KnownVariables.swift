// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The variables that templates may use, each split into its members at its first use.
///
/// They are one text, which is searched: a process that shows one page uses few of them.
final class KnownVariables {
  private let lists: () -> [String]
  // Not `joined` (Sources/README.md, "Conformances at start-up").
  private lazy var text = Array(lists().reduce(into: " . ") { $0 += "\($1) " }.utf8CString)
  /// The names that were used: so few that a search is cheaper than hashing.
  private var used: [(text: String, name: Template.Name)] = []

  /// - Parameter lists: variables, separated by spaces.
  init(_ lists: @autoclosure @escaping () -> [String]) { self.lists = lists }

  /// The name in a tag, or nil if it is not a variable.
  subscript(text: String) -> Template.Name? {
    let length = text.utf8.count
    // `first(where:)` would retain and release each name.
    for index in used.indices where used[index].text.utf8.count == length && used[index].text == text {
      return used[index].name
    }
    guard contains(text) || isOneOfNumber(text) else { return nil }
    let name = Template.Name(text)
    used.append((text, name))
    return name
  }

  /// Whether it asks for the singular of a variable: `count.isOne`.
  private func isOneOfNumber(_ text: String) -> Bool {
    let end = ".\(Template.Name.isOne)"
    return text.hasSuffix(end) && contains(String(text.dropLast(end.utf8.count)))
  }

  /// Whether it is a variable or, within objects, its end: within `{{#app}}`, members are written without `app.`.
  func contains(_ name: String, withinObjects: Bool = true) -> Bool {
    guard !name.isEmpty, name.utf8.allSatisfy({ $0 > UInt8(ascii: " ") }) else { return false }
    let length = name.utf8.count
    return text.withUnsafeBufferPointer { text in
      var rest = text.baseAddress!
      while let place = strstr(rest, name) {
        let before = UInt8(bitPattern: place[-1])
        let isStart = before == UInt8(ascii: " ") || (withinObjects && before == UInt8(ascii: "."))
        if isStart, UInt8(bitPattern: place[length]) == UInt8(ascii: " ") { return true }
        rest = UnsafePointer(place) + 1
      }
      return false
    }
  }
}
