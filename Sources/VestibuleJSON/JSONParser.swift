// SPDX-License-Identifier: Apache-2.0

/// Why a text is refused as JSON.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  /// What is wrong. It does not quote the text, which may be secret.
  package let reason: String
  /// The position in bytes, from 0.
  package let offset: Int
}

extension JSON {
  /// Parses one strict JSON text (RFC 8259, restricted to I-JSON, RFC 7493).
  ///
  /// In addition to syntax errors it refuses repeated member names, bytes after the value, invalid UTF-8, a byte order
  /// mark, unpaired surrogates, characters with more than 256 combining marks, and nesting deeper than `maximumDepth`
  /// arrays and objects. Common decoders keep the last of two members of one name, so one event can mean two things.
  package init(parsing bytes: [UInt8], maximumDepth: Int = 64) throws(JSONSyntaxError) {
    self = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONSyntaxError) in
      var parser = JSONParser(bytes: bytes, maximumDepth: maximumDepth)
      let value = try parser.value(depth: 0)
      try parser.requireEnd()
      return value
    }
  }

  package init(parsing text: String) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Finds the members of an object, without parsing or validating their values. It refuses repeated names and bytes
  /// after the object too.
  package static func unparsedMembers(
    of bytes: [UInt8]
  ) throws(JSONSyntaxError) -> [(name: String, text: ArraySlice<UInt8>)] {
    let places = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONSyntaxError) in
      var parser = JSONParser(bytes: bytes, maximumDepth: 64)
      let places = try parser.places()
      try parser.requireEnd()
      return places
    }
    return places.map { ($0.name, bytes[$0.place]) }
  }

  /// Parses the value at the beginning of a buffer and ignores what follows it.
  /// - Parameter unwanted: names of members to skip, at any depth. Their values are not validated.
  package init(prefixOf bytes: UnsafeBufferPointer<UInt8>, without unwanted: [String] = []) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: bytes, maximumDepth: 64, unwanted: unwanted)
    self = try parser.value(depth: 0)
  }
}

/// The names of an object so far. For few names a linear search is cheaper than a set.
private struct SeenNames {
  private var set: Set<String> = []

  /// - Returns: false if the name is a repeated one.
  mutating func insert(_ name: String, after pairs: [(name: String, value: JSON)]) -> Bool {
    if pairs.count < 16 { return !pairs.contains { $0.name == name } }
    if set.isEmpty { set = Set(pairs.map(\.name)) }
    return set.insert(name).inserted
  }
}

private struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  let unwanted: [String]
  var position: Int

  init(bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, unwanted: [String] = []) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.unwanted = unwanted
    position = bytes.startIndex
  }

  func failure(_ reason: String) -> JSONSyntaxError { JSONSyntaxError(reason: reason, offset: position) }

  var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  mutating func skipWhitespace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  mutating func value(depth: Int) throws(JSONSyntaxError) -> JSON {
    skipWhitespace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case nil: throw failure("the text ends, a value is expected")
    case let byte? where byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
      return .number(try number())
    default: throw failure("no value begins with this byte")
    }
  }

  mutating func literal(_ word: StaticString, _ value: JSON) throws(JSONSyntaxError) -> JSON {
    for index in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[index] else { throw failure("this is not a JSON value") }
      position += 1
    }
    return value
  }

  mutating func object(depth: Int) throws(JSONSyntaxError) -> JSON {
    guard depth <= maximumDepth else { throw failure("nested deeper than \(maximumDepth)") }
    var pairs: [(name: String, value: JSON)] = []
    var names = SeenNames()
    try eachMember { (parser, name) throws(JSONSyntaxError) in
      // Most objects have few members, so the array does not grow.
      if pairs.isEmpty { pairs.reserveCapacity(6) }
      guard names.insert(name, after: pairs) else { throw parser.repeatedName }
      if parser.unwanted.contains(name) {
        parser.stepOver()
      } else {
        pairs.append((name, try parser.value(depth: depth)))
      }
    }
    return .object(JSON.Members(pairs))
  }

  /// The names and places of the members of an object.
  mutating func places() throws(JSONSyntaxError) -> [(name: String, place: Range<Int>)] {
    var found: [(name: String, place: Range<Int>)] = []
    skipWhitespace()
    guard next == UInt8(ascii: "{") else { throw failure("an object is expected") }
    try eachMember { (parser, name) throws(JSONSyntaxError) in
      guard !found.contains(where: { $0.name == name }) else { throw parser.repeatedName }
      let start = parser.position
      parser.stepOver()
      found.append((name, start..<parser.position))
    }
    return found
  }

  /// Reads an object.
  /// - Parameter take: is called at the value of each member, and reads it.
  @inline(__always) private mutating func eachMember(
    _ take: (inout JSONParser, _ name: String) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    position += 1
    skipWhitespace()
    if next == UInt8(ascii: "}") {
      position += 1
      return
    }
    repeat {
      let name = try memberName()
      try take(&self, name)
    } while try anotherItem(before: UInt8(ascii: "}"))
  }

  var repeatedName: JSONSyntaxError { failure("this member name occurs twice in its object") }

  mutating func requireEnd() throws(JSONSyntaxError) {
    skipWhitespace()
    guard position == bytes.endIndex else { throw failure("there are bytes after the value") }
  }

  /// A name with the colon after it.
  mutating func memberName() throws(JSONSyntaxError) -> String {
    skipWhitespace()
    guard next == UInt8(ascii: "\"") else { throw failure("a member name is expected") }
    let name = try string()
    skipWhitespace()
    guard next == UInt8(ascii: ":") else { throw failure("a colon is expected") }
    position += 1
    return name
  }

  /// Skips a value, up to the comma or bracket after it.
  mutating func stepOver() {
    var depth = 0
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""): stepOverString()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
        if depth == 0 { return }
        if byte != UInt8(ascii: ",") { depth -= 1 }
      default: break
      }
      position += 1
    }
  }

  /// Skips to the quote that ends a string.
  mutating func stepOverString() {
    var place = position + 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(place, bytes.count)
  }

  mutating func array(depth: Int) throws(JSONSyntaxError) -> JSON {
    guard depth <= maximumDepth else { throw failure("nested deeper than \(maximumDepth)") }
    position += 1
    var items: [JSON] = []
    skipWhitespace()
    if next == UInt8(ascii: "]") {
      position += 1
      return .array(items)
    }
    while true {
      items.append(try value(depth: depth))
      guard try anotherItem(before: UInt8(ascii: "]")) else { return .array(items) }
    }
  }

  /// Skips the comma before the next item, or the closing bracket.
  mutating func anotherItem(before close: UInt8) throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    guard let byte = next, byte == UInt8(ascii: ",") || byte == close else {
      throw failure("a comma or a closing bracket is expected")
    }
    position += 1
    return byte != close
  }

  mutating func number() throws(JSONSyntaxError) -> String {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  mutating func digits() throws(JSONSyntaxError) {
    let start = position
    while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    guard position > start else { throw failure("a digit is expected") }
  }

  mutating func string() throws(JSONSyntaxError) -> String {
    position += 1
    let start = position
    var all: UInt8 = 0
    while position < bytes.endIndex {
      all |= bytes[position]
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        let found = UnsafeBufferPointer(rebasing: bytes[start..<position - 1])
        // ASCII needs no check.
        return all < 0x80 ? String(decoding: found, as: UTF8.self) : try text(found, from: start)
      case UInt8(ascii: "\\"): return try stringWithEscapes(from: start)
      case 0..<0x20: throw failure("a string has an unescaped control character")
      default: position += 1
      }
    }
    throw failure("a string is not closed")
  }

  mutating func stringWithEscapes(from begin: Int) throws(JSONSyntaxError) -> String {
    var text = Array(bytes[begin..<position])
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return try text.withUnsafeBufferPointer { (text) throws(JSONSyntaxError) in try self.text(text, from: begin) }
      case UInt8(ascii: "\\"):
        position += 1
        text += UTF8.encode(try escape())!
      case 0..<0x20: throw failure("a string has an unescaped control character")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw failure("a string is not closed")
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, from begin: Int) throws(JSONSyntaxError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw JSONSyntaxError(reason: "a string is not UTF-8", offset: begin)
    }
    guard !text.hasEndlessMarks else {
      throw JSONSyntaxError(reason: "a character has too many combining marks", offset: begin)
    }
    return text
  }

  mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    guard let byte = next else { throw failure("a string is not closed") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw failure("this escape sequence is unknown")
    }
  }

  mutating func unicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, next == UInt8(ascii: "\\") else { throw failure("a surrogate is unpaired") }
    position += 1
    guard next == UInt8(ascii: "u") else { throw failure("a surrogate is unpaired") }
    position += 1
    let low = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(low) else { throw failure("a surrogate is unpaired") }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))!
  }

  mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      switch next {
      case let byte? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): unit = unit << 4 | UInt32(byte - 48)
      case let byte? where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20):
        unit = unit << 4 | UInt32((byte | 0x20) - 87)
      default: throw failure("four hexadecimal digits are expected")
      }
      position += 1
    }
    return unit
  }
}
