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
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += "\\n".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0x09: bytes += "\\t".utf8
      case 0..<0x20, 0x7F:
        bytes += "\\u00".utf8
        bytes += [byte >> 4, byte & 15].map { $0 < 10 ? 48 + $0 : 87 + $0 }
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
