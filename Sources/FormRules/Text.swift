// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  import Foundation
#else
  @_spi(_Unicode) import Swift
#endif

extension String {
  /// The text in Unicode normalisation form C, by the standard library: Foundation is not linked. Apple's standard library
  /// does not offer this; there, the client kit links Foundation (not compiled here).
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

  /// The text without leading and trailing white space.
  package var trimmed: String {
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    guard let first = unicodeScalars.firstIndex(where: { !isSpace($0) }),
      let last = unicodeScalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(unicodeScalars[first...last])
  }
}

extension String {
  /// Whether the text has more combining marks in a row than any script uses. Comparing or normalising such a text
  /// takes quadratic time, because the standard library sorts each run of marks by insertion. (The stream-safe text
  /// format of UAX #15 has at most 30.)
  package var hasEndlessMarks: Bool {
    let most = 256
    guard utf8.count > 2 * most else { return false }
    var run = 0
    for scalar in unicodeScalars {
      run = scalar.isSortedAmongMarks ? run + 1 : 0
      if run > most { return true }
    }
    return false
  }
}

extension Unicode.Scalar {
  fileprivate var isSortedAmongMarks: Bool {
    switch value {
    case ..<0x300: false
    // These have class 0 but decompose to marks with another class.
    case 0xF73, 0xF75, 0xF81: true
    default: properties.canonicalCombiningClass != .notReordered
    }
  }

  /// A control character (C0, DEL, C1) or one of the two separators that some programs treat as a line end.
  package var isControl: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
  }
}

extension Unicode.Scalar {
  /// A character that only joins, hides or changes the direction of others. Two addresses that differ in one look
  /// alike.
  var isInvisible: Bool {
    switch value {
    case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: false
    }
  }

  /// An invisible character that the mapping of domains (UTS 46) drops, or keeps where a script needs it.
  var isDroppedFromDomains: Bool {
    switch value {
    case 0xAD, 0x200B...0x200D, 0x2060...0x2064, 0xFEFF: true
    default: false
    }
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
