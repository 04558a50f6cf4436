// SPDX-License-Identifier: Apache-2.0

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
}
