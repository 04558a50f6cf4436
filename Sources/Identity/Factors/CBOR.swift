// SPDX-License-Identifier: Apache-2.0

/// A CBOR value (RFC 8949) of the kinds that WebAuthn needs, in the one encoding that CTAP2 allows ("CTAP2 canonical
/// CBOR encoding form", the deterministic encoding of RFC 8949, section 4.2.1): definite lengths, the shortest form of
/// each number, and sorted map keys, none of which occurs twice. There are no tags, floating-point numbers,
/// `undefined` or other simple values. Map keys are integers, byte strings or texts.
package enum CBOR: Equatable, Sendable {
  case unsigned(UInt64)
  /// The number -1 - n.
  case negative(UInt64)
  case bytes([UInt8])
  case text(String)
  case array([CBOR])
  case map(Map)
  case bool(Bool)
  case null

  /// The entries of a map, sorted by their encoded keys.
  package struct Map: Equatable, Sendable {
    /// In the order of the encoded keys.
    package let pairs: [(key: CBOR, value: CBOR)]

    /// Entries that are sorted and have different keys, as the decoder has checked.
    init(sorted pairs: [(key: CBOR, value: CBOR)]) { self.pairs = pairs }

    /// Entries in any order. Nil if a key occurs twice, or is not an integer, a byte string or a text.
    package init?(_ pairs: [(key: CBOR, value: CBOR)]) {
      guard pairs.allSatisfy({ $0.key.isKey }) else { return nil }
      let sorted = pairs.map { (code: $0.key.encoded, pair: $0) }.sorted { $0.code.lexicographicallyPrecedes($1.code) }
      guard zip(sorted, sorted.dropFirst()).allSatisfy({ $0.code != $1.code }) else { return nil }
      self.pairs = sorted.map(\.pair)
    }

    /// The value of a key; nil if the map has no such key.
    package subscript(key: CBOR) -> CBOR? { pairs.first { $0.key == key }?.value }

    /// Two maps are equal if they have equal entries.
    package static func == (one: Map, other: Map) -> Bool {
      one.pairs.count == other.pairs.count && zip(one.pairs, other.pairs).allSatisfy { $0 == $1 }
    }
  }

  /// Two texts are equal if they have the same bytes: Unicode's equivalence would let two keys of a map be equal.
  package static func == (one: CBOR, other: CBOR) -> Bool {
    switch (one, other) {
    case (.unsigned(let one), .unsigned(let other)), (.negative(let one), .negative(let other)): one == other
    case (.bytes(let one), .bytes(let other)): one == other
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.array(let one), .array(let other)): one == other
    case (.map(let one), .map(let other)): one == other
    case (.bool(let one), .bool(let other)): one == other
    case (.null, .null): true
    default: false
    }
  }
}

extension CBOR {
  /// The value of a byte string; nil for other values.
  package var byteString: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
  /// The value of a text; nil for other values.
  package var string: String? { if case .text(let text) = self { text } else { nil } }
  /// The items of an array; nil for other values.
  package var items: [CBOR]? { if case .array(let items) = self { items } else { nil } }
  /// The entries of a map; nil for other values.
  package var entries: Map? { if case .map(let map) = self { map } else { nil } }

  /// The integer, if it is one and fits; nil for other values.
  package var integer: Int? {
    switch self {
    case .unsigned(let number): Int(exactly: number)
    case .negative(let number): Int(exactly: number).map { -1 - $0 }
    default: nil
    }
  }

  /// Whether a map may have this key.
  var isKey: Bool {
    switch self {
    case .unsigned, .negative, .bytes, .text: true
    default: false
    }
  }

  /// An integer.
  package init(_ number: Int) { self = number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number)) }

  /// The encoding, which the decoder reads back as the same value.
  package var encoded: [UInt8] {
    var output: [UInt8] = []
    encode(to: &output)
    return output
  }

  private func encode(to output: inout [UInt8]) {
    switch self {
    case .unsigned(let number): Self.encodeHead(major: 0, number, to: &output)
    case .negative(let number): Self.encodeHead(major: 1, number, to: &output)
    case .bytes(let bytes):
      Self.encodeHead(major: 2, UInt64(bytes.count), to: &output)
      output += bytes
    case .text(let text):
      Self.encodeHead(major: 3, UInt64(text.utf8.count), to: &output)
      output += text.utf8
    case .array(let items):
      Self.encodeHead(major: 4, UInt64(items.count), to: &output)
      for item in items { item.encode(to: &output) }
    case .map(let map):
      Self.encodeHead(major: 5, UInt64(map.pairs.count), to: &output)
      for (key, value) in map.pairs {
        key.encode(to: &output)
        value.encode(to: &output)
      }
    case .bool(let flag): output.append(flag ? 0xF5 : 0xF4)
    case .null: output.append(0xF6)
    }
  }

  private static func encodeHead(major: UInt8, _ argument: UInt64, to output: inout [UInt8]) {
    let type = major << 5
    switch argument {
    case 0..<24: return output.append(type | UInt8(argument))
    case ...0xFF: output.append(type | 24)
    case ...0xFFFF: output.append(type | 25)
    case ...0xFFFF_FFFF: output.append(type | 26)
    default: output.append(type | 27)
    }
    let size = 1 << Int(output.last! & 3)
    for place in (0..<size).reversed() { output.append(UInt8(truncatingIfNeeded: argument >> (8 * UInt64(place)))) }
  }
}
