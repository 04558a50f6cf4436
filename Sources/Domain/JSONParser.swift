// SPDX-License-Identifier: Apache-2.0

/// Why a text is not the JSON that is accepted here.
public struct JSONSyntaxError: Error, Equatable, Sendable {
  /// What was wrong, without quoting the text: it may be a secret.
  public let reason: String
  /// The place, counted in bytes from 0.
  public let offset: Int
}

extension JSON {
  /// Reads one strict JSON text (RFC 8259, and the interoperable subset of it that I-JSON, RFC 7493, asks for).
  ///
  /// Refused beside syntax errors: repeated member names, bytes after the value, invalid UTF-8, a byte order
  /// mark, surrogates that stand alone, characters with more than 256 combining marks, and nesting deeper than
  /// `maximumDepth` arrays and objects. A library's
  /// decoder keeps the last of two members and says nothing, which lets one event mean two things.
  public init(parsing bytes: [UInt8], maximumDepth: Int = 64) throws(JSONSyntaxError) {
    self = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONSyntaxError) in
      var parser = JSONParser(bytes: bytes, maximumDepth: maximumDepth)
      let value = try parser.value(depth: 0)
      parser.skipWhitespace()
      guard parser.position == bytes.endIndex else { throw parser.failure("there is more after the value") }
      return value
    }
  }

  public init(parsing text: String) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Reads the value that begins a buffer and leaves what follows it alone.
  /// - Parameter unwanted: names of members that are stepped over, wherever they are. What they hold is taken to be JSON.
  public init(prefixOf bytes: UnsafeBufferPointer<UInt8>, without unwanted: [String] = []) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: bytes, maximumDepth: 64, unwanted: unwanted)
    self = try parser.value(depth: 0)
  }
}

/// The names of an object so far. Most objects have few, and looking through those is cheaper than a set.
private struct SeenNames {
  private var set: Set<String> = []

  /// - Returns: false where the name was among the pairs before.
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
    case nil: throw failure("the text ends where a value should be")
    case let byte? where byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte):
      return .number(try number())
    default: throw failure("no value begins with this byte")
    }
  }

  mutating func literal(_ word: StaticString, _ value: JSON) throws(JSONSyntaxError) -> JSON {
    for index in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[index] else { throw failure("no value is spelt like this") }
      position += 1
    }
    return value
  }

  mutating func object(depth: Int) throws(JSONSyntaxError) -> JSON {
    guard depth <= maximumDepth else { throw failure("nested deeper than \(maximumDepth)") }
    position += 1
    var pairs: [(name: String, value: JSON)] = []
    var names = SeenNames()
    skipWhitespace()
    if next == UInt8(ascii: "}") {
      position += 1
      return .object(JSON.Members())
    }
    // Most objects have a few members: the array need not grow for them.
    pairs.reserveCapacity(6)
    while true {
      skipWhitespace()
      guard next == UInt8(ascii: "\"") else { throw failure("a member name should be here") }
      let name = try string()
      guard names.insert(name, after: pairs) else { throw failure("this member name occurs twice in its object") }
      skipWhitespace()
      guard next == UInt8(ascii: ":") else { throw failure("a colon should be here") }
      position += 1
      if unwanted.contains(name) { stepOver() } else { pairs.append((name, try value(depth: depth))) }
      guard try anotherItem(before: UInt8(ascii: "}")) else { return .object(JSON.Members(pairs)) }
    }
  }

  /// Steps over a value up to the comma or bracket behind it.
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

  /// Steps to the quote that ends a string.
  mutating func stepOverString() {
    position += 1
    while let byte = next, byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
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

  /// Steps over the comma before another item, or over the bracket that closes.
  mutating func anotherItem(before close: UInt8) throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    guard let byte = next, byte == UInt8(ascii: ",") || byte == close else {
      throw failure("a comma or a closing bracket should be here")
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
    guard position > start else { throw failure("a digit should be here") }
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
        // What is ASCII needs no check, and mostly it is.
        return all < 0x80 ? String(decoding: found, as: UTF8.self) : try text(found, from: start)
      case UInt8(ascii: "\\"): return try stringWithEscapes(from: start)
      case 0..<0x20: throw failure("a control character stands unescaped in a string")
      default: position += 1
      }
    }
    throw failure("a string does not end")
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
      case 0..<0x20: throw failure("a control character stands unescaped in a string")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw failure("a string does not end")
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, from begin: Int) throws(JSONSyntaxError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw JSONSyntaxError(reason: "a string is not UTF-8", offset: begin)
    }
    guard !text.hasEndlessMarks else {
      throw JSONSyntaxError(reason: "a character has more combining marks than any has", offset: begin)
    }
    return text
  }

  mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    guard let byte = next else { throw failure("a string does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw failure("no escape is spelt like this")
    }
  }

  mutating func unicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, next == UInt8(ascii: "\\") else { throw failure("a surrogate stands alone") }
    position += 1
    guard next == UInt8(ascii: "u") else { throw failure("a surrogate stands alone") }
    position += 1
    let low = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(low) else { throw failure("a surrogate stands alone") }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))!
  }

  mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      switch next {
      case let byte? where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte): unit = unit << 4 | UInt32(byte - 48)
      case let byte? where (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20):
        unit = unit << 4 | UInt32((byte | 0x20) - 87)
      default: throw failure("four hexadecimal digits should be here")
      }
      position += 1
    }
    return unit
  }
}
