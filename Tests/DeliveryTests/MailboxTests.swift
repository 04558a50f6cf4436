// SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Testing

@testable import Delivery

@Suite("Mailboxes") struct MailboxTests {
  private static let address = EmailAddress("kim@example.com")!

  @Test(
    "A name and an address are read, in quotes and without",
    arguments: [
      ("hello@example.com", "", "hello@example.com"), ("PFA <hello@example.com>", "PFA", "hello@example.com"),
      ("\"PFA\" <hello@example.com>", "PFA", "hello@example.com"), ("<hello@example.com>", "", "hello@example.com"),
      ("  PFA   <hello@Example.com>", "PFA", "hello@example.com"), ("Grüße <a@b.de>", "Grüße", "a@b.de"),
      ("\"Lee, Kim\" <a@b.de>", "Lee, Kim", "a@b.de"),
      ("PFA<hello@example.com>", "PFA", "hello@example.com"), ("\"\" <a@b.de>", "", "a@b.de"),
    ])
  func reading(_ text: String, _ name: String, _ address: String) {
    #expect(Mailbox(text)?.name == name)
    #expect(Mailbox(text)?.address.text == address)
  }

  @Test(
    "An invalid mailbox is refused",
    arguments: [
      "", "PFA", "PFA <>", "PFA <hello>", "PFA hello@example.com", "<a@b.de", "a@b.de>", "PFA <a@b.de> x",
      "PFA <a@b.de, c@d.de>", "P\r\nBcc: c@d.de\r\nX: <a@b.de>", "P\u{0} <a@b.de>",
      "A <b> <a@b.de>", "PFA <a@b.de>, Eve <c@d.de>", "P\u{2028}F <a@b.de>", "PFA <a@b.de\r\n>",
    ])
  func refusing(_ text: String) { #expect(Mailbox(text) == nil) }

  @Test(
    "A name is one phrase: nothing in it is read as anything else",
    arguments: [
      "Kim", "Lee, Kim", "Kim \"the\" Lee", "back\\slash", "a@b.de", "<eve@example.com>", "x (comment)", "a; b: c",
      "Kim.",
      "=?utf-8?B?aGk=?=", "Eve <eve@example.com>,", "\\", "\"", "\\\"", "",
    ])
  func quoting(_ name: String) {
    let header = Mailbox(name: name, address: Self.address).header(after: 4)
    #expect(read(header)?.name == name)
    #expect(read(header)?.address == "kim@example.com")
  }

  @Test(
    "A name of any length and characters is read back, on lines of 76 columns",
    arguments: ["é", "😀", "日", "a\u{301}", "K "], [1, 10, 20, 30, 40, 58, 59, 100, 200])
  func widths(_ part: String, _ count: Int) {
    let name = String(repeating: part, count: count)
    for column in [4, 6, 10] {
      let header = Mailbox(name: name, address: Self.address).header(after: column)
      let lines = header.components(separatedBy: "\r\n")
      for (number, line) in lines.enumerated() { #expect(line.utf8.count + (number == 0 ? column : 0) <= 76) }
      #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(" ") })
      #expect(read(header)?.address == "kim@example.com")
      #expect(read(header)?.name == name)
    }
  }

  @Test("A long plain name is one phrase", arguments: [58, 59, 60, 66, 72, 73, 76])
  func longNames(_ count: Int) {
    let evil = "Eve <eve@example.com>, "
    let name = evil + String(repeating: "x", count: count - evil.count)
    for column in [4, 6, 10] {
      let header = Mailbox(name: name, address: Self.address).header(after: column)
      #expect(read(header)?.name == name)
      #expect(read(header)?.address == "kim@example.com")
    }
  }

  @Test func `quoted pairs of a mailbox are decoded`() {
    let read = Mailbox(#""Kim \"the\" Lee" <a@b.de>"#)?.name
    #expect(read == #"Kim "the" Lee"#)
  }

  /// The one mailbox of an address list (RFC 5322, section 3.4); nil where it is not just one.
  private func read(_ header: String) -> (name: String, address: String)? {
    let line = Decoding.unfolded(header)
    guard line.first == "\"" else {
      guard let open = line.range(of: "<"), line.hasSuffix(">"), !line[..<open.lowerBound].contains(",") else {
        return line.contains("<") || line.contains(",") ? nil : ("", line)
      }
      let name = Decoding.text(String(line[..<open.lowerBound].dropLast()))
      return name.map { ($0, String(line[open.upperBound...].dropLast())) }
    }
    var name = ""
    var rest = line.dropFirst()
    while let character = rest.popFirst(), character != "\"" {
      name.append(character == "\\" ? rest.removeFirst() : character)
    }
    guard rest.hasPrefix(" <"), rest.hasSuffix(">"), !rest.contains(",") else { return nil }
    return (name, String(rest.dropFirst(2).dropLast()))
  }
}
