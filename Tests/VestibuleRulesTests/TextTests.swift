// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import VestibuleRules

@Suite("Text") struct TextTests {
  /// Foundation's normal form C. Without the decomposition, Foundation does not compose `U+AC00 U+11A8` to U+AC01.
  private func reference(_ text: String) -> [UInt8] {
    Array(text.decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping.utf8)
  }

  @Test("Normal form C is Foundation's", arguments: 0..<10)
  func normalForm(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let marks = Array(
      "aeoAEOuUıİKÅΩβकऔ가각각\u{300}\u{301}\u{308}\u{30A}\u{327}\u{323}\u{345}\u{93C}\u{958}".unicodeScalars)
    for number in 0..<500 {
      let text = number % 2 == 0 ? generator.text(of: marks, upTo: 10) : generator.text(upTo: 10)
      let normal = text.nfc
      #expect(Array(normal.utf8) == reference(text), "\(Array(text.utf8))")
      #expect(Array(normal.nfc.utf8) == Array(normal.utf8))
    }
  }

  @Test func `every scalar alone has Foundation's normal form C`() {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(Character(scalar))
      guard Array(text.nfc.utf8) != reference(text) else { continue }
      Issue.record("U+\(String(value, radix: 16))")
    }
  }

  @Test(
    "White space and characters that are not displayed are trimmed at both ends only",
    arguments: [
      ("", ""), (" ", ""), (" a ", "a"), ("a  b", "a  b"), ("\t\r\n a\u{A0}b \u{3000}\u{2029}", "a\u{A0}b"),
      ("\u{85}a\u{2003}", "a"), ("\u{200B}a\u{200B}b\u{FEFF}", "a\u{200B}b"), (" \u{301}a", "\u{301}a"),
      ("\u{AD} a \u{2060}", "a"), ("❤\u{FE0F}", "❤\u{FE0F}"), ("a\u{FE0F}", "a"),
      ("\u{1F3F4}\u{E0067}\u{E007F} ", "\u{1F3F4}\u{E0067}\u{E007F}"), ("\u{200B}\u{3000}", ""),
    ])
  func trimmed(_ text: String, _ expected: String) {
    #expect(Array(text.trimmed.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func `control characters are C0, DEL, C1 and the two separators`() {
    let found = (UInt32(0)...0x2FFF).compactMap(Unicode.Scalar.init).filter(\.isControl).map(\.value)
    #expect(found == Array(0...0x1F) + Array(0x7F...0x9F) + [0x2028, 0x2029])
  }

  @Test("Byte strings are equal exactly if all bytes are equal", arguments: 0..<5)
  func constantTime(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<200 {
      let one = (0..<Int.random(in: 0...40, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator)
      }
      #expect(constantTimeEqual(one, one))
      #expect(!constantTimeEqual(one, one + [0]))
      #expect(one.isEmpty || !constantTimeEqual(one, one.dropLast()))
      for index in one.indices {
        var other = one
        other[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        #expect(!constantTimeEqual(one, other))
      }
    }
    #expect(constantTimeEqual("abc", "abc") && !constantTimeEqual("abc", "abd"))
    #expect(constantTimeEqual([], []))
  }
}
