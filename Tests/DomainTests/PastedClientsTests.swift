// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Domain

@Suite("Tables of clients") struct ClientTableTests {
  private static let clients: [[String]] = [
    ["Kim Müller", "kim@example.com", "+1 555 123 4567", "knee; left"],
    ["Lee \"Bo\" Chan", "lee@example.com", "", "a\nb"],
    ["Ñandú, José", "jose@ejemplo.es", "0555 123456", ""],
  ]
  private static let expected: [JSON] = clients.map { row in
    .object([
      "name": .string(row[0]), "email": .string(row[1]), "phone": row[2].isEmpty ? nil : .string(row[2]),
      "notes": row[3].isEmpty ? nil : .string(row[3]),
    ])
  }

  enum Encoding: CaseIterable { case utf8, utf8WithMark, utf16LittleEndian, utf16BigEndian, windows1252 }

  static func encoded(_ text: String, _ encoding: Encoding) -> [UInt8] {
    switch encoding {
    case .utf8: Array(text.utf8)
    case .utf8WithMark: [0xEF, 0xBB, 0xBF] + Array(text.utf8)
    case .utf16LittleEndian: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .utf16BigEndian: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    case .windows1252: text.unicodeScalars.map { UInt8($0.value) }
    }
  }

  static func written(_ rows: [[String]], separator: String, lineEnd: String) -> String {
    rows.map { row in
      row.map { "\"" + $0.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"" }
        .joined(separator: separator) + lineEnd
    }.joined()
  }

  private static func read(_ text: String) -> PastedClients { PastedClients(Array(text.utf8)) }

  @Test(
    "What Excel and Numbers write reads back",
    arguments: ["name,email,phone,notes", "Name,E-Mail,Telefon,Notizen", "Nombre,Correo electrónico,Teléfono,Notas"])
  func readsBack(_ header: String) {
    for separator in [",", ";", "\t"] {
      for lineEnd in ["\r\n", "\n", "\r"] {
        for encoding in Encoding.allCases {
          let rows = [header.split(separator: ",").map(String.init)] + Self.clients
          let table = PastedClients(Self.encoded(Self.written(rows, separator: separator, lineEnd: lineEnd), encoding))
          #expect(table.faults == [], "\(separator) \(encoding)")
          #expect(table.entries.map(\.client) == Self.expected, "\(separator) \(encoding)")
          #expect(table.entries.map(\.line) == [2, 3, 5])
        }
      }
    }
  }

  @Test func `columns may be in any order, and others are ignored`() {
    let table = Self.read("Shoe;E-Mail-Adresse;Nachname;Vorname\r\n42;kim@example.com;Müller;Kim\r\n;;;\r\n")
    #expect(table.entries.map(\.client) == [["name": "Kim Müller", "email": "kim@example.com"]] && table.faults == [])
  }

  @Test(
    "A name may be in two columns",
    arguments: [
      ("Vorname;Name;Mail", "Kim;Müller"), ("First name;Last name;Email", "Kim;Müller"),
      ("Nombre;Apellidos;Correo", "Kim;Müller"),
      ("First name;Full name;Email", "Kim;Kim Müller"), ("Full name;Last name;Email", "Kim Müller;Müller"),
    ])
  func names(_ header: String, _ name: String) {
    #expect(
      Self.read("\(header)\n\(name);k@x.example").entries.map(\.client) == [
        ["name": "Kim Müller", "email": "k@x.example"]
      ])
  }

  @Test(
    "A table without a header has the name next to the address",
    arguments: [
      "Kim Müller,kim@example.com", "kim@example.com;Kim Müller", "Kim\tMüller\tkim@example.com\n",
      "sep=;\nKim Müller;kim@example.com",
      "Kim Müller <kim@example.com>", "\u{FEFF}\"Kim Müller\",\"kim@example.com\"\r\n\r\n",
    ])
  func withoutHeader(_ text: String) {
    #expect(Self.read(text).entries.map(\.client) == [["name": "Kim Müller", "email": "kim@example.com"]])
  }

  @Test func `a number next to the address is the phone`() {
    #expect(
      Self.read("Kim,kim@x.example,+1 (555) 123-4567").entries.map(\.client) == [
        ["name": "Kim", "email": "kim@x.example", "phone": "+1 (555) 123-4567"]
      ])
  }

  @Test func `a line that cannot be read is reported, and the others are read`() {
    let table = Self.read(
      "name,email\nKim,kim@x.example\nLee,\"lee@x.example\n\"Bo\"b,bob@x.example\nAnn,ann@x.example,1,2\nMax,max@x.example\n"
    )
    #expect(table.entries.map(\.line) == [2, 6])
    #expect(
      table.faults == [
        PastedClients.Fault(line: 3, reason: .quote), PastedClients.Fault(line: 4, reason: .quote),
        PastedClients.Fault(line: 5, reason: .tooManyFields),
      ])
  }

  @Test func `a bad address is left to the rules of invitations`() {
    let table = Self.read("Kim,kim@@x\nLee,lee@x.example\nonly a name\n")
    #expect(table.entries.map { $0.client["email"] } == ["kim@@x", "lee@x.example", nil] && table.faults == [])
  }

  @Test func `more than a thousand clients are reported at their line`() {
    let rows = (1...1002).map { "C\($0),c\($0)@x.example\n" }.joined()
    let table = Self.read("name,email\n" + rows)
    #expect(table.entries.count == 1000 && table.faults == [PastedClients.Fault(line: 1002, reason: .tooManyClients)])
  }

  @Test(
    "A file that is not text is refused",
    arguments: [
      [0x50, 0x4B, 3, 4, 0, 0], [0xFF, 0xFE, 0x41], [0xFF, 0xFE, 0, 0xD8], [0xEF, 0xBB, 0xBF, 0xFF], [0x81, 0x20],
    ])
  func noText(_ bytes: [UInt8]) {
    #expect(PastedClients(bytes).entries.isEmpty && PastedClients(bytes).faults == [.init(line: 1, reason: .notText)])
  }

  @Test func `an empty file has no clients and no faults`() {
    for text in ["", "\u{FEFF}", "\r\n\n", ";;;\n", "name;email"] {
      #expect(Self.read(text).entries.isEmpty && Self.read(text).faults.isEmpty)
    }
  }

  @Test func `every line with text is a client, a header, a fault, or part of one of them`() {
    var seed: UInt64 = 7
    let pieces = [
      "a", "\"", ",", ";", "\t", "\n", "\r\n", "\r", "k@x.example", " ", "name", "email", "é", "<", ">", "sep=;",
    ]
    for _ in 0..<3000 {
      var text = ""
      for _ in 0..<20 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int(seed >> 33) % pieces.count]
      }
      let table = Self.read(text)
      let lines = table.entries.map(\.line)
      #expect(lines == lines.sorted() && Set(lines).count == lines.count, "\(text.debugDescription)")
      #expect(table.faults.map(\.line) == table.faults.map(\.line).sorted())
      #expect(Set(lines).isDisjoint(with: table.faults.map(\.line)), "\(text.debugDescription)")
      if !text.contains("\""), table.faults.isEmpty {
        #expect(text.components(of: table.entries.count), "\(text.debugDescription)")
      }
    }
  }

  @Test func `quotes that are never closed take linear time`() {
    for piece in ["\"x\n", "\",\n", "\"\n", "\"\"\"\n"] {
      let table = Self.read(String(repeating: piece, count: 200_000))
      // The third one has nothing but quoted line ends, which are blank.
      #expect((table.entries.isEmpty && table.faults.isEmpty) == (piece == "\"\n"))
    }
  }
}

extension String {
  /// Whether that many clients can come from the lines: at most those with any text, and at least those with more than
  /// separators, but a header and the line of the separator.
  fileprivate func components(of clients: Int) -> Bool {
    let lines = split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
    let withText = lines.filter { $0.contains { !$0.isWhitespace } }
    let withMore = withText.filter { $0.contains { !$0.isWhitespace && $0 != "," && $0 != ";" } }
    return (withMore.count - 2...withText.count).contains(clients)
  }
}
