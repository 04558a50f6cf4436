// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Delivery

@Suite("Quoted-printable") struct QuotedPrintableTests {
  private static let texts: [String] =
    [
      "", "a", "a=b", "=", "==", "=3D", "=\n=", "a \nb", "a\t\nb", " ", "\t", "a  ", ".", "..", ".\n.\n.", "\n",
      "\n\n\n",
      "From me", "é", "e\u{301}", "😀😀", "日本語", "--boundary--", "a\u{0}b", "a\u{7F}b", "\u{2028}", "~!@#$%^&*()_+",
      "<p style=\"color:#fff\">1 < 2 &amp; 3</p>\n", "\n\u{301}", "last line without an end",
    ]
    + [70, 74, 75, 76, 77, 150, 151, 152, 153, 500].flatMap { count in
      ["a", "=", "é", "😀", " ", "a ", "."].map { String(repeating: $0, count: count) }
    }

  @Test("Every text is read back", arguments: texts)
  func roundTrip(_ text: String) {
    let encoded = quoted(text)
    #expect(Decoding.quotedPrintable(encoded).map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("No line has more than 76 columns, ends in white space or has anything but printable ASCII", arguments: texts)
  func lines(_ text: String) {
    for line in quoted(text).components(separatedBy: "\r\n") {
      #expect(line.utf8.count <= 76)
      #expect(line.last != " " && line.last != "\t")
      #expect(line.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x09 })
    }
  }

  @Test func `only bytes that need it are encoded`() {
    #expect(quoted("a=b é\n.\nend ") == "a=3Db =C3=A9\r\n.\r\nend=20")
  }

  @Test func `an encoded byte is not split by a line break`() {
    for count in 68...80 {
      let lines = quoted(String(repeating: "a", count: count) + "é").components(separatedBy: "\r\n")
      for line in lines where line.hasSuffix("=") { #expect(!line.dropLast().suffix(2).contains("=")) }
    }
  }

  @Test("Line ends of other systems are line ends", arguments: ["a\r\nb", "a\r\n\r\nb\r\n", "é \r\n=\r\n"])
  func otherLineEnds(_ text: String) {
    let encoded = quoted(text)
    let expected = quoted(text.replacingOccurrences(of: "\r\n", with: "\n"))
    #expect(encoded == expected)
  }

  @Test("Texts of any characters are read back", arguments: 0..<10)
  func random(_ seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    let special = Array("a.= \t\né😀\u{0}~-".unicodeScalars)
    for _ in 0..<200 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int(state >> 40) % 200 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.append(special[Int(state >> 33) % special.count])
      }
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let encoded = quoted(String(text))
      #expect(Decoding.quotedPrintable(encoded).map { Array($0.utf8) } == Array(String(text).utf8))
      #expect(encoded.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 76 })
    }
  }

  @Test("what is not an escape stays when a mail is read")
  func read() {
    let mail = "Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=4B =+5 =-1 =4 =\r\nend"
    let leaf = MIMEPart(Array(mail.utf8)[...]).leaves().first
    #expect(leaf.map { String(decoding: $0.content, as: UTF8.self) } == "K =+5 =-1 =4 end")
  }
}

private func quoted(_ text: String) -> String { String(decoding: quotedPrintable(text), as: UTF8.self) }
