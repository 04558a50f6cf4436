// SPDX-License-Identifier: Apache-2.0

/// Why bytes are refused as CBOR.
package struct CBORSyntaxError: Error, Equatable, Sendable {
  /// What is wrong. It does not quote the bytes.
  package let reason: String
  /// The position in bytes, from 0.
  package let offset: Int
}

extension CBOR {
  /// The largest input: 64 KiB, many times the size of an attestation object.
  package static let maximumSize = 65_536
  /// How deeply arrays and maps may be nested. A compound attestation statement needs 5 levels.
  package static let maximumDepth = 8

  /// Parses one value and nothing after it, in linear time.
  /// - Throws: `CBORSyntaxError` if the bytes are not the encoding that `CBOR` describes, if bytes follow the value, if
  ///   there are more than `maximumSize` bytes, or if the value is nested deeper than `maximumDepth`.
  package init(parsing bytes: [UInt8]) throws(CBORSyntaxError) {
    let (value, size) = try Self.prefix(of: bytes[...])
    guard size == bytes.count else {
      throw CBORSyntaxError(reason: "there are bytes after the value", offset: size)
    }
    self = value
  }

  /// Parses the value at the beginning of the bytes.
  /// - Returns: the value and its size in bytes. Other data may follow it, as in authenticator data.
  /// - Throws: `CBORSyntaxError`, as `init(parsing:)`, except for bytes after the value. Offsets count from the first
  ///   of the bytes.
  package static func prefix(of bytes: ArraySlice<UInt8>) throws(CBORSyntaxError) -> (value: CBOR, size: Int) {
    guard bytes.count <= maximumSize else {
      throw CBORSyntaxError(reason: "there are more than \(maximumSize) bytes", offset: 0)
    }
    return try bytes.withUnsafeBufferPointer { (bytes) throws(CBORSyntaxError) in
      var parser = CBORParser(bytes: bytes)
      let value = try parser.value(depth: 0)
      return (value, parser.position)
    }
  }
}

private struct CBORParser {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  func failure(_ reason: String) -> CBORSyntaxError { CBORSyntaxError(reason: reason, offset: position) }

  mutating func value(depth: Int) throws(CBORSyntaxError) -> CBOR {
    guard position < bytes.count else { throw failure("the bytes end, a value is expected") }
    let initial = bytes[position]
    guard initial >> 5 < 6 else { return try simple(initial) }
    let argument = try argument()
    switch initial >> 5 {
    case 0: return .unsigned(argument)
    case 1: return .negative(argument)
    case 2: return .bytes(Array(try string(argument)))
    case 3:
      let start = position
      guard let text = String(validating: try string(argument), as: UTF8.self) else {
        throw CBORSyntaxError(reason: "a text is not UTF-8", offset: start)
      }
      return .text(text)
    case 4: return .array(try items(argument, depth: depth + 1))
    default: return .map(try entries(argument, depth: depth + 1))
    }
  }

  /// Major types 6 and 7.
  private mutating func simple(_ initial: UInt8) throws(CBORSyntaxError) -> CBOR {
    let value: CBOR
    switch initial {
    case 0xF4: value = .bool(false)
    case 0xF5: value = .bool(true)
    case 0xF6: value = .null
    case 0xC0...0xDF: throw failure("tags are not allowed")
    case 0xF9, 0xFA, 0xFB: throw failure("floating-point numbers are not allowed")
    default: throw failure("this simple value is not allowed")
    }
    position += 1
    return value
  }

  /// The number in or after the initial byte, in its shortest form (RFC 8949, section 3).
  private mutating func argument() throws(CBORSyntaxError) -> UInt64 {
    let information = bytes[position] & 31
    if information < 24 {
      position += 1
      return UInt64(information)
    }
    guard information < 28 else {
      throw failure(information == 31 ? "indefinite lengths are not allowed" : "this initial byte is reserved")
    }
    let size = 1 << Int(information - 24)
    guard bytes.count - position > size else { throw failure("the bytes end inside a number") }
    var number: UInt64 = 0
    for place in 1...size { number = number << 8 | UInt64(bytes[position + place]) }
    let least: [UInt64] = [24, 0x100, 0x1_0000, 0x1_0000_0000]
    guard number >= least[Int(information - 24)] else { throw failure("a number is not in its shortest form") }
    position += 1 + size
    return number
  }

  private mutating func string(_ length: UInt64) throws(CBORSyntaxError) -> UnsafeBufferPointer<UInt8> {
    guard length <= UInt64(bytes.count - position) else { throw failure("the bytes end inside a string") }
    defer { position += Int(length) }
    return UnsafeBufferPointer(rebasing: bytes[position..<position + Int(length)])
  }

  private mutating func items(_ count: UInt64, depth: Int) throws(CBORSyntaxError) -> [CBOR] {
    try admit(count, of: 1, at: depth)
    var items: [CBOR] = []
    for _ in 0..<count { items.append(try value(depth: depth)) }
    return items
  }

  private mutating func entries(_ count: UInt64, depth: Int) throws(CBORSyntaxError) -> CBOR.Map {
    try admit(count, of: 2, at: depth)
    var pairs: [(key: CBOR, value: CBOR)] = []
    var previous = bytes[0..<0]
    for _ in 0..<count {
      let start = position
      let key = try value(depth: depth)
      guard key.isKey else {
        throw CBORSyntaxError(reason: "a key is not an integer, a byte string or a text", offset: start)
      }
      let encoded = bytes[start..<position]
      guard pairs.isEmpty || previous.lexicographicallyPrecedes(encoded) else {
        throw CBORSyntaxError(reason: "the keys are not sorted, or one occurs twice", offset: start)
      }
      previous = encoded
      pairs.append((key, try value(depth: depth)))
    }
    return CBOR.Map(sorted: pairs)
  }

  /// Refuses nesting that is too deep, and counts that cannot fit into the remaining bytes.
  private func admit(_ count: UInt64, of size: UInt64, at depth: Int) throws(CBORSyntaxError) {
    guard depth <= CBOR.maximumDepth else { throw failure("nested deeper than \(CBOR.maximumDepth)") }
    guard count <= UInt64(bytes.count - position) / size else { throw failure("the bytes end inside a list") }
  }
}
