// SPDX-License-Identifier: Apache-2.0

/// The text of a file that a spreadsheet has written.
enum TableText {
  /// UTF-8, with or without a byte order mark; UTF-16 with one; and Windows-1252, which Excel writes as "CSV" without a
  /// mark. Nil if the bytes are not text.
  static func decoded(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), isBigEndian: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), isBigEndian: true) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(validating: bytes.dropFirst(3), as: UTF8.self) }
    return String(validating: bytes, as: UTF8.self) ?? windows1252(bytes)
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self)
  }

  private static func windows1252(_ bytes: [UInt8]) -> String? {
    var view = String.UnicodeScalarView()
    for byte in bytes {
      guard (0x80...0x9F).contains(byte) else {
        view.append(Unicode.Scalar(byte))
        continue
      }
      guard let scalar = ofWindows1252[Int(byte) - 0x80] else { return nil }
      view.append(scalar)
    }
    return String(view)
  }

  /// The characters 0x80 to 0x9F (WHATWG's Encoding standard, index-windows-1252); nil where it has control characters.
  private static let ofWindows1252: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
    nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]
}

/// The bytes of a table in memory, with a way back to the start of a line.
final class TableBytes: CSVBytes {
  struct Failure: Error {
    let fault: CSVFault
    let line: Int
  }

  static let maximumRowSize = 1 << 14
  private(set) var line: Int
  private(set) var position: Int
  let bytes: [UInt8]

  init(_ bytes: [UInt8], position: Int = 0, line: Int = 1) {
    self.bytes = bytes
    self.position = position
    self.line = line
  }

  func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  func next() -> UInt8? {
    guard let byte = peek() else { return nil }
    position += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
    return byte
  }

  func endLine() { line += 1 }
  func failure(_ fault: CSVFault, line: Int) -> Failure { Failure(fault: fault, line: line) }

  /// Continues at the line after the one that starts at a position.
  func skipLine(at position: Int, line: Int) {
    self.position = position
    self.line = line
    while let byte = next() {
      if byte == UInt8(ascii: "\n") { return }
      if byte == UInt8(ascii: "\r") {
        if peek() == UInt8(ascii: "\n") { _ = next() } else { endLine() }
        return
      }
    }
  }
}
