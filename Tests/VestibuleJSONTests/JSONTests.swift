// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import VestibuleJSON

@Suite("JSON") struct JSONTests {
  @Test(
    "Escapes are decoded",
    arguments: [
      (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000\u001f\u007f""#, "\u{0}\u{1F}\u{7F}"),
      (#""\u00e9\u00E9""#, "éé"), (#""\ud83d\ude00""#, "😀"), (#""\uD83D\uDE00""#, "😀"),
      (#""\ud800\udc00\udbff\udfff""#, "\u{10000}\u{10FFFF}"), (#""\ud7ff\ue000\uffff""#, "\u{D7FF}\u{E000}\u{FFFF}"),
      (#""a\u0062c""#, "abc"), (#""é\u0301""#, "é\u{301}"), (#""\u2028\u2029\ufeff""#, "\u{2028}\u{2029}\u{FEFF}"),
      ("\"\u{7F}\u{FEFF}\u{10FFFF}\"", "\u{7F}\u{FEFF}\u{10FFFF}"), (#""""#, ""),
    ])
  func escapes(_ source: String, _ text: String) throws {
    let read = try #require(try JSON(parsing: source).string)
    #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(
    "Unparsed members are found, whatever their values are",
    arguments: [
      (#"{"b":1}"#, ["b": "1"]), ("{}", [:]),
      (#" { "a" : {"b":2,"c":["}",{}]} , "b" : 1}"#, ["a": #" {"b":2,"c":["}",{}]} "#, "b": " 1"]),
      (#"{"a":"\"},b","b":"\\"}"#, ["a": #""\"},b""#, "b": #""\\""#]),
      (#"{"a":nonsense,"b":}"#, ["a": "nonsense", "b": ""]),
    ])
  func unparsed(_ source: String, _ texts: [String: String]) throws {
    let members = try JSON.unparsedMembers(of: Array(source.utf8))
    #expect(members.map(\.name) == texts.keys.sorted())
    #expect(members.map { String(decoding: $0.text, as: UTF8.self) } == texts.sorted { $0.key < $1.key }.map(\.value))
  }

  @Test(
    "Members of a text that is not one object, or with a name that occurs twice, are not found",
    arguments: [
      "", "[]", "1", #""b""#, "{", #"{"a""#, #"{"a":1"#, #"{"a":"\"#, #"{"a":"b"#, #"{"a" 1}"#, "{1:1}", "{} {}",
      #"{"a":1}}"#, #"{"a":1,"b":2,"a":3}"#,
    ])
  func unparsedRefused(_ source: String) {
    #expect(throws: JSONSyntaxError.self) { try JSON.unparsedMembers(of: Array(source.utf8)) }
  }

  @Test func `white space is allowed around every part`() throws {
    let value = try JSON(parsing: " \t\r\n{ \"a\" : [ 1 , true ] , \"b\" : { } }\n\n")
    #expect(value == ["a": [1, true], "b": [:]])
  }

  @Test(
    "A number keeps its digits",
    arguments: [
      "0", "-0", "1", "1.0", "1.10", "-0.0", "1e5", "1E5", "1e+5", "1E-05", "123456789012345678901234567890",
      "0.1000000000000000055511151231257827", "1e400", "-1e-400",
    ])
  func numbers(_ digits: String) throws {
    let value = try JSON(parsing: digits)
    #expect(value == .number(digits))
    #expect(value.text == digits)
  }

  @Test(
    "A whole number is recognised in any form",
    arguments: [
      ("3", 3), ("-3", -3), ("3.0", 3), ("3e0", 3), ("30e-1", 3), ("-0", 0), ("9223372036854775807", Int.max),
      ("3.5", nil), ("1e400", nil), ("9223372036854775808", nil), ("-1e19", nil),
    ] as [(String, Int?)])
  func integers(_ digits: String, _ whole: Int?) { #expect(JSON.number(digits).integer == whole) }

  @Test("A written value is read back unchanged", arguments: 0..<40)
  func roundTrip(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<50 {
      let value = generator.json(depth: 5)
      let line = value.line
      #expect(!line.contains { $0 < 0x20 || $0 == 0x7F }, "a control character in a line")
      let read = try JSON(parsing: line)
      #expect(read == value)
      #expect(read.line == line)
      let canonical = value.canonicalLine
      #expect(try JSON(parsing: canonical) == value)
      #expect(try JSON(parsing: canonical).canonicalLine == canonical)
    }
  }

  @Test("Objects with another order of members have the same canonical line", arguments: 0..<20)
  func canonicalLine(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<50 {
      let value = generator.json(depth: 4)
      let shuffled = value.shuffled(using: &generator)
      #expect(shuffled == value)
      #expect(shuffled.canonicalLine == value.canonicalLine)
    }
  }

  @Test func `different values have different canonical lines`() throws {
    let texts = [#"{"a":1}"#, #"{"a":1.0}"#, #"{"a":"1"}"#, #"{"a":[1]}"#, #"{"a":null}"#, "{}", #"{"b":1}"#, "[]"]
    #expect(Set(try texts.map { try JSON(parsing: $0).canonicalLine }).count == texts.count)
  }

  @Test func `members keep the order of their source`() throws {
    let text = #"{"z":1,"a":{"y":2,"b":3},"m":[]}"#
    #expect(try JSON(parsing: text).text == text)
    #expect(
      String(decoding: try JSON(parsing: text).canonicalLine, as: UTF8.self) == #"{"a":{"b":3,"y":2},"m":[],"z":1}"#)
  }

  @Test func `a value at the start of a buffer is read, and the rest is ignored`() throws {
    let read = try Array("{\"a\":[1]} and more".utf8).withUnsafeBufferPointer { try JSON(prefixOf: $0) }
    #expect(read == ["a": [1]])
  }

  @Test func `a null reads like a missing member, and is kept`() throws {
    let value = try JSON(parsing: #"{"a":null}"#)
    #expect(value["a"] == nil)
    #expect(value.members?["a"] == .null)
    #expect(value.text == #"{"a":null}"#)
  }

  @Test func `merging replaces members by those of the other`() {
    let merged = JSON.object(["a": 1, "b": nil, "c": 3]).merging(["c": 4, "d": 5])
    #expect(merged.text == #"{"a":1,"c":4,"d":5}"#)
  }

  @Test func `objects are merged and compared equally with any number of members`() {
    func object(_ numbers: [Int], _ value: JSON) -> JSON { .object(JSON.Members(numbers.map { ("m\($0)", value) })) }
    for count in [0, 1, 15, 16, 40] {
      let (own, added) = (Array(0..<20), Array((10..<10 + count).reversed()))
      let merged = object(own, 1).merging(object(added, 2))
      #expect(merged.members?.pairs.map(\.name) == (own + added.filter { $0 >= 20 }).map { "m\($0)" })
      for number in own { #expect(merged["m\(number)"] == (added.contains(number) ? 2 : 1)) }
      #expect(object(added, 1) == object(added.reversed(), 1))
      guard count > 0 else { continue }
      #expect(object(added, 1) != object(added, 2))
      #expect(object(added, .null) != object(added.map { $0 + 1 }, .null))
    }
  }
}

extension JSON {
  fileprivate func shuffled(using generator: inout SeededGenerator) -> JSON {
    switch self {
    case .array(let items): return .array(items.map { $0.shuffled(using: &generator) })
    case .object(let members):
      let pairs = members.pairs.map { (name: $0.name, value: $0.value.shuffled(using: &generator)) }
      return .object(Members(pairs.shuffled(using: &generator)))
    default: return self
    }
  }
}
