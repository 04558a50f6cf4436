// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import vestibule

@Suite("Tables for a terminal") struct TextTableTests {
  @Test func `each column is as wide as its widest cell, and no line ends with spaces`() {
    var table = TextTable(["ID", "NAME", "ROLE"])
    table.add(["1", "Ada Lovelace", "admin"])
    table.add(["1234", "Zoë", ""])
    #expect(
      table.text == """
        ID    NAME          ROLE
        1     Ada Lovelace  admin
        1234  Zoë
        """)
  }

  @Test(arguments: ["\u{1B}[2J", "a\rb", "a\nb", "\u{202E}gpj.exe", "\u{0}", "\u{7F}", "\u{9B}31m"])
  func `a text of a mail server moves no cursor and turns no direction`(text: String) {
    let shown = text.printable.unicodeScalars
    #expect(shown.count == text.unicodeScalars.count)
    #expect(shown.allSatisfy { !$0.isControl && !$0.properties.isBidiControl })
    #expect(shown.contains("\u{FFFD}"))
  }
}
