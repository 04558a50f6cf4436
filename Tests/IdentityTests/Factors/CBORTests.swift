// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Identity

@Suite("CBOR") struct CBORTests {
  @Test(
    "The encodings are those of RFC 8949, appendix A",
    arguments: [
      ("00", CBOR(0)), ("17", CBOR(23)), ("1818", CBOR(24)), ("1864", CBOR(100)), ("1903e8", CBOR(1000)),
      ("1a000f4240", CBOR(1_000_000)), ("1b000000e8d4a51000", CBOR(1_000_000_000_000)),
      ("1bffffffffffffffff", .unsigned(.max)), ("3bffffffffffffffff", .negative(.max)), ("20", CBOR(-1)),
      ("29", CBOR(-10)), ("3863", CBOR(-100)), ("3903e7", CBOR(-1000)), ("f4", .bool(false)), ("f5", .bool(true)),
      ("f6", .null), ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")), ("6161", .text("a")),
      ("6449455446", .text("IETF")), ("62c3bc", .text("ü")), ("64f0908591", .text("\u{10151}")), ("80", .array([])),
      ("83010203", .array([CBOR(1), CBOR(2), CBOR(3)])),
      ("8301820203820405", .array([CBOR(1), .array([CBOR(2), CBOR(3)]), .array([CBOR(4), CBOR(5)])])),
      ("a0", map([])), ("a201020304", map([(CBOR(1), CBOR(2)), (CBOR(3), CBOR(4))])),
      ("a26161016162820203", map([(.text("a"), CBOR(1)), (.text("b"), .array([CBOR(2), CBOR(3)]))])),
    ])
  func vectors(_ digits: String, _ value: CBOR) throws {
    #expect(value.encoded == bytes(hexadecimal: digits))
    #expect(try CBOR(parsing: bytes(hexadecimal: digits)) == value)
  }

  @Test(
    "Other encodings are refused",
    arguments: [
      // Not the shortest form.
      "1800", "1817", "1900ff", "1a0000ffff", "1b00000000ffffffff", "3817", "5800", "7817", "9800", "b800",
      // Indefinite lengths and `break`.
      "5f42010243030405ff", "7f657374726561646d696e67ff", "9fff", "bfff", "9f01ff", "ff",
      // Reserved.
      "1c", "1d", "1e", "3f", "5c", "fc", "fd", "fe",
      // Tags, floating-point numbers, `undefined` and other simple values.
      "c11a514b67b0", "d74401020304", "f90000", "fa47c35000", "fb3ff199999999999a", "f7", "f0", "f8ff", "e0",
      // Keys that are repeated, not sorted, or of another kind.
      "a201020103", "a203040102", "a2616201616102", "a262616101616202", "a16161", "a1f401", "a18001", "a1a001",
      "a1f601",
      "a220010002",
      // Ends too early, or too late.
      "", "18", "1901", "1a010203", "41", "6261", "81", "8201", "a1", "a101", "5bffffffffffffffff",
      "9bffffffffffffffff",
      "bbffffffffffffffff", "9a7fffffff", "0000", "f600",
      // Not UTF-8.
      "61ff", "62c080", "63eda080", "64f4908080", "62c328",
    ])
  func refused(_ digits: String) {
    #expect(throws: CBORSyntaxError.self) { try CBOR(parsing: bytes(hexadecimal: digits)) }
  }

  @Test func `texts that differ only in their Unicode form are different keys`() throws {
    let both = bytes(hexadecimal: "a262c3a90163") + Array("e\u{301}".utf8) + [2]
    let entries = try #require(try CBOR(parsing: both).entries)
    #expect(entries[.text("\u{E9}")] == CBOR(1))
    #expect(entries[.text("e\u{301}")] == CBOR(2))
    #expect(CBOR.text("\u{E9}") != .text("e\u{301}"))
  }

  @Test func `nesting and size have limits`() throws {
    let depth = CBOR.maximumDepth
    #expect(try CBOR(parsing: [UInt8](repeating: 0x81, count: depth) + [0]).encoded.count == depth + 1)
    #expect(throws: CBORSyntaxError.self) { try CBOR(parsing: [UInt8](repeating: 0x81, count: depth + 1) + [0]) }
    #expect(throws: CBORSyntaxError.self) { try CBOR(parsing: [UInt8](repeating: 0x81, count: 60_000)) }
    let large = CBOR.bytes([UInt8](repeating: 0, count: CBOR.maximumSize - 3)).encoded
    #expect(large.count == CBOR.maximumSize)
    #expect(try CBOR(parsing: large).byteString?.count == CBOR.maximumSize - 3)
    let tooLarge = CBOR.array([.bytes([UInt8](repeating: 0, count: CBOR.maximumSize - 3))]).encoded
    #expect(throws: CBORSyntaxError.self) { try CBOR(parsing: tooLarge) }
  }

  @Test func `a prefix is read with its size`() throws {
    let (value, size) = try CBOR.prefix(of: [9, 0x82, 1, 2, 0xFF, 0xFF][1...])
    #expect(value == .array([CBOR(1), CBOR(2)]))
    #expect(size == 3)
    #expect(try CBOR.prefix(of: [0x82, 1, 2][...]).size == 3)
  }

  @Test func `a map sorts its keys, and refuses repeated ones and other kinds`() {
    let sorted: [CBOR] = [CBOR(10), CBOR(24), CBOR(300), CBOR(-1), .bytes([0]), .text("b"), .text("aa")]
    #expect(CBOR.Map(sorted.reversed().map { (key: $0, value: .null) })?.pairs.map(\.key) == sorted)
    #expect(CBOR.Map([(key: CBOR(1), value: .null), (key: CBOR(1), value: .null)]) == nil)
    #expect(CBOR.Map([(key: .null, value: .null)]) == nil)
  }

  @Test(arguments: 0..<40) func `what is encoded is decoded as the same value`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let value = generator.cbor(depth: CBOR.maximumDepth)
      let encoded = value.encoded
      #expect(try CBOR(parsing: encoded) == value)
      for end in Set([0, encoded.count / 2, encoded.count - 1]) {
        #expect(throws: CBORSyntaxError.self) { try CBOR(parsing: Array(encoded[..<end])) }
      }
      let (prefix, size) = try CBOR.prefix(of: (encoded + encoded)[...])
      #expect(prefix == value)
      #expect(size == encoded.count)
    }
  }

  @Test(arguments: 0..<40) func `what is decoded is encoded as the same bytes`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var input = generator.cbor(depth: 4).encoded
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        input[Int.random(in: input.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      if let value = try? CBOR(parsing: input) { #expect(value.encoded == input) }
      let random = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      if let value = try? CBOR(parsing: random) { #expect(value.encoded == random) }
    }
  }
}

private func map(_ pairs: [(CBOR, CBOR)]) -> CBOR { .map(CBOR.Map(pairs.map { (key: $0.0, value: $0.1) })!) }

extension SeededGenerator {
  /// Any value, nested up to `depth` levels.
  fileprivate mutating func cbor(depth: Int) -> CBOR {
    switch Int.random(in: 0...(depth > 0 ? 9 : 6), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2, 3, 4, 5: return key()
    case 6: return .bytes((0..<Int.random(in: 0...300, using: &self)).map { UInt8(truncatingIfNeeded: $0) })
    case 7, 8: return .array((0..<Int.random(in: 0...5, using: &self)).map { _ in cbor(depth: depth - 1) })
    default:
      let pairs = (0..<Int.random(in: 0...5, using: &self)).map { _ in (key: key(), value: cbor(depth: depth - 1)) }
      return CBOR.Map(pairs).map(CBOR.map) ?? .null
    }
  }

  private mutating func key() -> CBOR {
    let number = UInt64.random(in: 0...UInt64.max, using: &self) >> UInt64.random(in: 0...63, using: &self)
    switch Int.random(in: 0...3, using: &self) {
    case 0: return .unsigned(number)
    case 1: return .negative(number)
    case 2: return .text(text(upTo: 30))
    default: return .bytes([UInt8(truncatingIfNeeded: number)])
    }
  }
}
