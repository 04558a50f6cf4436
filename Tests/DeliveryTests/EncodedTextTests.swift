// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Delivery

@Suite("Encoded words") struct EncodedTextTests {
  private static let texts: [String] =
    [
      "", "a", "Hello, world", "Grüße", "é", "e\u{301}", "😀", "👨‍👩‍👧‍👦", "日本語", "=?utf-8?B?aGk=?=", "a =? b", "a\tb",
      "a\u{7F}b", "a\r\nBcc: x@y.z", "\u{0}", " leading", "trailing ", "a  b", "\u{202E}abc", "\u{10FFFF}",
      "Ada lädt dich zu PFA ein – sieh dir deine Workouts an, sobald du Zeit hast, liebe Kim",
    ]
    + [60, 61, 66, 67, 68, 75, 76, 77, 200, 1000].flatMap { count in
      ["a", "é", "😀", "日", "a "].map { String(repeating: $0, count: count) }
    }

  @Test("Every text is read back, after any column", arguments: [0, 4, 6, 9, 10, 20, 40])
  func roundTrip(_ column: Int) {
    for text in Self.texts {
      let encoded = encodedText(text, after: column)
      #expect(Decoding.text(encoded) == text, "\(text.debugDescription)")
      #expect(Array(Decoding.text(encoded)?.utf8 ?? "".utf8) == Array(text.utf8))
    }
  }

  @Test("No line has more than 76 columns, and no word more than 75", arguments: [0, 4, 6, 9, 10, 20, 40])
  func widths(_ column: Int) {
    for text in Self.texts {
      let lines = encodedText(text, after: column).components(separatedBy: "\r\n")
      for (number, line) in lines.enumerated() {
        #expect(line.utf8.count + (number == 0 ? column : 0) <= 76, "\(text.prefix(20).debugDescription)")
        #expect(number == 0 || line.hasPrefix(" ="), "a line that goes on begins with white space and a word")
        for word in line.split(separator: " ") where word.hasPrefix("=?") { #expect(word.utf8.count <= 75) }
      }
    }
  }

  @Test func `encoded text is printable ASCII on each line`() {
    for text in Self.texts {
      for line in encodedText(text, after: 9).components(separatedBy: "\r\n") {
        #expect(line.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(text.debugDescription)")
      }
    }
  }

  @Test func `plain text that fits is unchanged`() {
    #expect(encodedText("Ada invites you", after: 9) == "Ada invites you")
    let fitting = String(repeating: "a", count: 67)
    #expect(encodedText(fitting, after: 9) == fitting)
    #expect(encodedText(fitting + "a", after: 9).hasPrefix("=?utf-8?B?"))
  }

  @Test func `text that looks like an encoded word is encoded`() {
    #expect(encodedText("=?utf-8?Q?Bank?=", after: 9).hasPrefix("=?utf-8?B?"))
  }

  @Test("Texts of any characters are read back", arguments: 0..<10)
  func random(_ seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<200 {
      var text = String.UnicodeScalarView()
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      for _ in 0..<Int(state >> 40) % 60 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let ceiling: UInt32 = [0x80, 0x80, 0x800, 0x10000, 0x110000][Int(state >> 60) % 5]
        if let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: state >> 20) % ceiling) { text.append(scalar) }
      }
      #expect(Decoding.text(encodedText(String(text), after: 9)).map { Array($0.utf8) } == Array(String(text).utf8))
    }
  }
}
