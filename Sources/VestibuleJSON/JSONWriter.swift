// SPDX-License-Identifier: Apache-2.0

extension JSON.Members {
  /// The members, sorted by name.
  package var sortedPairs: [(name: String, value: JSON)] { pairs.sorted { $0.name < $1.name } }
}

extension JSON {
  /// The value on one line, in UTF-8. Control characters are escaped.
  package var line: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, sorted: false)
    return bytes
  }

  /// The value on one line with the members of each object sorted by name: equal values give equal bytes.
  package var canonicalLine: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes, sorted: true)
    return bytes
  }

  /// The value on one line.
  package var text: String { String(decoding: line, as: UTF8.self) }

  private func write(to bytes: inout [UInt8], sorted: Bool) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let digits): bytes += digits.utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        item.write(to: &bytes, sorted: sorted)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      let pairs = sorted ? members.sortedPairs : members.pairs
      for (index, pair) in pairs.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(pair.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        pair.value.write(to: &bytes, sorted: sorted)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { text in
      // What needs no escape is copied in one piece: a page is a long text.
      var start = 0
      for (index, byte) in text.enumerated() where byte < 0x20 || byte == 0x7F || byte == quote || byte == backslash {
        bytes += text[start..<index]
        writeEscaped(byte, to: &bytes)
        start = index + 1
      }
      bytes += text[start...]
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func writeEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case quote, backslash: bytes += [backslash, byte]
    case 0x0A: bytes += "\\n".utf8
    case 0x0D: bytes += "\\r".utf8
    case 0x09: bytes += "\\t".utf8
    default:
      bytes += "\\u00".utf8
      bytes += [byte >> 4, byte & 15].map { $0 < 10 ? 48 + $0 : 87 + $0 }
    }
  }

  private static var quote: UInt8 { UInt8(ascii: "\"") }
  private static var backslash: UInt8 { UInt8(ascii: "\\") }
}
