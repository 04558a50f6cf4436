// SPDX-License-Identifier: Apache-2.0

import Testing
import VestibuleRules

@Suite("User names") struct UsernameTests {
  @Test(
    "All spellings have one folded form",
    arguments: [
      ("Kim", "kim"), (" KIM ", "kim"), ("Ｋｉｍ", "kim"), ("STRAẞE", "strasse"), ("ﬁn", "fin"), ("Σίσυφος", "σίσυφοσ"),
      ("A\u{30A}ke", "åke"), ("ſſſ", "sss"), ("kim.lee-7_", "kim.lee-7_"), ("李小龍", "李小龍"), ("x²y", "x2y"),
    ])
  func folded(_ typed: String, _ expected: String) throws {
    let name = try #require(Username(typed))
    #expect(name.text.unicodeScalars.elementsEqual(expected.unicodeScalars))
    #expect(Username(name.text) == name)
  }

  @Test(
    "Every character that can be in a user name has a fold that is its own fold",
    arguments: [
      0x80...0x2FFF, 0xA640...0xABFF, 0xF900...0xFFFF, 0x10400...0x104FF, 0x1D400...0x1D7FF, 0x1E900...0x1E95F,
    ])
  func stable(_ range: ClosedRange<UInt32>) {
    for scalar in range.lazy.compactMap(Unicode.Scalar.init) {
      guard let name = Username("ab\(scalar)c") else { continue }
      #expect(Username(name.text) == name, "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test(
    "Other texts are no user names",
    arguments: [
      "", "ab", " ab ", "kim@example.com", "k＠m", "k m", "k\u{A0}m", "k\u{200B}m", "k\u{34F}m", "k\u{FE0F}m", "k\u{7}m",
      "\u{301}\u{301}\u{301}", "k\u{A8}m", "\u{2800}\u{2800}\u{2800}", "k\u{E000}m", "k\u{FFFF}m", "k\u{0}m",
      String(repeating: "a", count: 65), String(repeating: "ﷺ", count: 4),
    ])
  func refused(_ text: String) { #expect(Username(text) == nil) }
}
