// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Foundation
#else
  @_spi(_Unicode) import Swift
#endif

extension String {
  /// The text in Unicode normalisation form C, by the standard library: Foundation is not linked. Apple's standard
  /// library does not offer this; there, the client kit links Foundation (not compiled here).
  package var nfc: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    #if canImport(Darwin)
      return precomposedStringWithCanonicalMapping
    #else
      return standardLibraryNFC
    #endif
  }

  #if !canImport(Darwin)
    private var standardLibraryNFC: String {
      var scalars = String.UnicodeScalarView()
      for scalar in _nfc { scalars.append(scalar) }
      return String(scalars)
    }
  #endif

  /// The text without white space and default-ignorable characters (Unicode, chapter 4) at its ends. Those that belong
  /// to a final emoji stay.
  package var trimmed: String {
    guard let first = unicodeScalars.firstIndex(where: { !$0.isEmptySpace }),
      let last = unicodeScalars.lastIndex(where: { !$0.isEmptySpace })
    else { return "" }
    var end = unicodeScalars.index(after: last)
    while end < unicodeScalars.endIndex, unicodeScalars[end].continuesEmoji(after: unicodeScalars[last]) {
      end = unicodeScalars.index(after: end)
    }
    return String(unicodeScalars[first..<end])
  }
}

extension Unicode.Scalar {
  /// White space, or a character that is not displayed.
  var isEmptySpace: Bool {
    if isASCII { return properties.isWhitespace }
    return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
  }

  /// Whether the character is part of an emoji: its variation selector, or a tag of a flag (UTS 51, section 1.4).
  fileprivate func continuesEmoji(after base: Unicode.Scalar) -> Bool {
    switch value {
    case 0xFE0E, 0xFE0F: base.properties.isEmoji
    case 0xE0020...0xE007F: base.value == 0x1F3F4
    default: false
    }
  }

  /// A control character (C0, DEL, C1) or one of the two separators that some programs treat as a line end.
  package var isControl: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
  }
}

extension Unicode.Scalar {
  /// A character that changes the direction of others (Unicode, `Bidi_Control`).
  package var isBidirectionalControl: Bool {
    switch value {
    case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// A character that only joins, hides or changes the direction of others. Two addresses that differ in one look
  /// alike.
  var isInvisible: Bool {
    switch value {
    case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }

  /// Whether the character is dropped from a domain wherever it stands: the joiners are kept where a script needs them.
  fileprivate var isAlwaysDroppedFromDomains: Bool { isDroppedFromDomains && value != 0x200C && value != 0x200D }

  /// An invisible character that the mapping of domains (UTS 46) drops, or keeps where a script needs it.
  var isDroppedFromDomains: Bool {
    switch value {
    case 0xAD, 0x200B...0x200D, 0x2060...0x2064, 0xFEFF: true
    default: false
    }
  }
}

extension String {
  /// A domain without the invisible characters that its mapping to ASCII drops.
  var withoutDropped: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isAlwaysDroppedFromDomains }))
  }
}

/// Compares two byte strings in a time that does not depend on where they differ.
package func constantTimeEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  guard one.count == other.count else { return false }
  var difference: UInt8 = 0
  for index in one.indices { difference |= one[index] ^ other[index] }
  return difference == 0
}

/// Compares two texts byte by byte, also in constant time.
package func constantTimeEqual(_ one: some StringProtocol, _ other: some StringProtocol) -> Bool {
  constantTimeEqual(Array(one.utf8), Array(other.utf8))
}

// Not of StringProtocol: "Conformances at start-up" in Sources/README.md.
extension String {
  /// Whether all characters are ASCII that can be seen: no spaces and no control characters.
  package var isVisibleASCII: Bool { utf8.allSatisfy { $0.isVisibleASCII } }
}

extension Substring {
  /// Whether all characters are ASCII that can be seen, as of a `String`.
  package var isVisibleASCII: Bool { utf8.allSatisfy { $0.isVisibleASCII } }
}

extension UInt8 {
  fileprivate var isVisibleASCII: Bool { (0x21...0x7E).contains(self) }
}
