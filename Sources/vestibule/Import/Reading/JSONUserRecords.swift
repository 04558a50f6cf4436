// SPDX-License-Identifier: Apache-2.0

import Domain

/// The objects of an array, or of `{"users": [...]}`, one at a time, because an export can be large.
final class JSONUserRecords: RecordSource {
  private let bytes: ByteStream
  private var place = Place.beforeFirst
  private var isArray = false

  private enum Place { case beforeFirst, afterUser, atEnd }

  init(_ bytes: ByteStream) throws(Failure) {
    self.bytes = bytes
    if try take("[") {
      isArray = true
      return
    }
    try expect("{", "an array, or an object with the member \"users\", is expected")
    while try !["users", "Users"].contains(name()) {
      _ = try value()
      try expect(",", "there is no member \"users\"")
    }
    try expect("[", "\"users\" should be an array")
  }

  var progress: ReadingProgress { bytes.progress }

  func next() throws(Failure) -> Record? {
    if place == .atEnd { return nil }
    if try take("]") {
      try readRest()
      place = .atEnd
      return nil
    }
    if place == .afterUser { try expect(",", "a comma or ] is expected after a user") }
    place = .afterUser
    try skipWhitespace()
    let line = bytes.line
    guard case .object(let members) = try value() else { throw bytes.failure("a user should be an object", line: line) }
    return Record(line: line, members)
  }

  /// Reads the members after the users only to detect an incomplete export.
  private func readRest() throws(Failure) {
    if !isArray {
      while try take(",") {
        _ = try name()
        _ = try value()
      }
      try expect("}", "the object that starts the file is not closed")
    }
    try skipWhitespace()
    guard try bytes.peek() == nil else { throw bytes.failure("there is text after the users") }
  }

  private func name() throws(Failure) -> String {
    guard case .string(let name) = try value() else { throw bytes.failure("a member name is expected") }
    try expect(":", "a colon is expected")
    return name
  }

  /// Finds the end of the next value by its brackets and quotes, and then parses it.
  private func value() throws(Failure) -> JSON {
    try skipWhitespace()
    let line = bytes.line
    var text: [UInt8] = []
    var depth = 0
    var isInString = false
    while let byte = try bytes.peek() {
      let endsScalar = ",:]}".utf8.contains(byte) || isWhitespace(byte)
      if !isInString, depth == 0, endsScalar { break }
      text.append(byte)
      _ = try bytes.next()
      guard text.count <= ByteStream.maximumRowSize else { throw bytes.failure("the value is too long", line: line) }
      switch byte {
      case UInt8(ascii: "\\") where isInString: if let escaped = try bytes.next() { text.append(escaped) }
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{"), UInt8(ascii: "["): if !isInString { depth += 1 }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): if !isInString { depth -= 1 }
      default: continue
      }
      if depth == 0, !isInString { break }
    }
    do { return try JSON(parsing: text) } catch {
      throw bytes.failure(
        "the value that starts here is not JSON: \(error.reason), at its byte \(error.offset)", line: line)
    }
  }

  private func expect(_ character: Unicode.Scalar, _ otherwise: String) throws(Failure) {
    guard try take(character) else { throw bytes.failure(otherwise) }
  }

  private func take(_ character: Unicode.Scalar) throws(Failure) -> Bool {
    try skipWhitespace()
    guard try bytes.peek() == UInt8(ascii: character) else { return false }
    _ = try bytes.next()
    return true
  }

  private func skipWhitespace() throws(Failure) {
    while let byte = try bytes.peek(), isWhitespace(byte) { _ = try bytes.next() }
  }

  private func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
