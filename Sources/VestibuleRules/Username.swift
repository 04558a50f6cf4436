// SPDX-License-Identifier: Apache-2.0

import CIDN2

/// A name with which a person signs in instead of their address. All spellings of a name have the same text: it is
/// normalised to NFKC and case-folded (Unicode Standard, section 3.13, "default caseless matching").
package struct Username: Equatable, Sendable {
  package static let length = 3...64

  package let text: String

  /// - Returns: nil if the name is too short or too long, or if it contains `@`, white space, control characters, or
  ///   characters that are not visible.
  package init?(_ text: String) {
    let name = text.trimmed
    guard name.unicodeScalars.count <= Self.length.upperBound, Self.isVisible(name), let folded = Self.folded(name),
      Self.isVisible(folded), Self.length.contains(folded.unicodeScalars.count)
    else { return nil }
    self.text = folded
  }

  private static func isVisible(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first.isSeen else { return false }
    return name.unicodeScalars.allSatisfy { ($0.isSeen || $0.isVisibleMark) && $0 != "@" }
  }

  /// libunistring is loaded only for names that are not ASCII.
  private static func folded(_ name: String) -> String? {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
    var folded = name
    // One step is not always enough: folding a normalised text can give one that has another fold.
    for _ in 0..<4 {
      guard let next = foldedOnce(folded) else { return nil }
      if next.unicodeScalars.elementsEqual(folded.unicodeScalars) { return folded }
      folded = next
    }
    return nil
  }

  private static func foldedOnce(_ text: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8192) { buffer in
      guard let start = buffer.baseAddress, cidn2_casefold(text, start, buffer.count) == 1 else { return nil }
      return String(cString: start)
    }
  }
}

extension InvalidField {
  /// For texts that match the schema but are not user names, such as one whose folded form is too long.
  package static let invalidUsername = InvalidField(
    pointer: "/username",
    detail: "should have 3 to 64 visible characters, without spaces and @, also after folding its case",
    libraryRule: .caseFolding)
}
