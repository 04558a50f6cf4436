// SPDX-License-Identifier: Apache-2.0

import Testing
import VestibuleJSON

@Suite("JSON that is refused") struct JSONRefusalTests {
  @Test(
    "A member name that occurs twice in its object is refused at any depth",
    arguments: [
      #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"a":3}"#, #"[{"a":1,"a":2}]"#, #"{"x":{"y":[{"z":0,"z":0}]}}"#,
      #"{"":1,"":2}"#, #"{"a":1,"\u0061":2}"#, #"{"😀":1,"\ud83d\ude00":2}"#, #"{"a":{"a":1},"a":2}"#,
    ])
  func repeatedNames(_ text: String) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
    #expect(error.reason.contains("occurs twice"))
  }

  @Test func `a character with too many combining marks is refused, and one with many is not`() throws {
    let marks = { (count: Int) in String(repeating: "\u{301}\u{323}", count: count / 2) }
    _ = try JSON(parsing: "{\"x\(marks(256))\":\"\(marks(256))x\(marks(256))\"}")
    for text in ["\"x\(marks(258))\"", "{\"\(marks(258))\":1}", "[\"\(String(repeating: "\u{F73}", count: 257))\"]"] {
      let error = try #require(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
      #expect(error.reason.contains("combining marks"))
    }
  }

  @Test func `the same name in two objects is accepted`() throws {
    _ = try JSON(parsing: #"{"a":{"a":1},"b":[{"a":2},{"a":3}]}"#)
  }

  @Test(
    "Anything after the value is refused",
    arguments: ["{}{}", "{} x", "1 2", "null,", "[]]", "\"a\"\"b\"", "true\u{0}", "{}\u{A0}", "{}\u{FEFF}", "{}//"])
  func trailingBytes(_ text: String) { #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) } }

  @Test(
    "An invalid value is refused",
    arguments: [
      "", " ", "\n", "nul", "nulll", "True", "undefined", "'a'", "{", "}", "[", "]", "[1,]", "[,1]", "[1 2]", "[1}",
      "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{a:1}", "{\"a\"=1}", "{1:1}", "{\"a\":1]", "// x\n1", "/**/1",
      "\u{FEFF}{}", "\u{FEFF}", "\u{A0}1", "\u{2028}1", "\u{0B}1", "\u{0C}1",
    ])
  func noValue(_ text: String) { #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) } }

  @Test(
    "A number in a form that JSON does not have is refused",
    arguments: [
      "01", "-01", "00", "1.", "-1.", ".5", "-.5", "+1", "1e", "1e+", "1E-", "0e", "-", "--1", "-+1", "1.e5", "1.5.5",
      "1e5.5", "1e5e5", "0x10", "1_000", "1 .5", "- 1", "NaN", "-NaN", "Infinity", "-Infinity", "१", "１",
    ])
  func badNumbers(_ text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "[\(text)]") }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "{\"n\":\(text)}") }
  }

  @Test(
    "A lone surrogate is refused anywhere",
    arguments: [
      #"\ud800"#, #"\udbff"#, #"\udc00"#, #"\udfff"#, #"a\ud83d"#, #"\ud83da"#, #"\ud83d\n"#, #"\ud83d\u0041"#,
      #"\ud83d\ud83d"#, #"\ud83d\ud83d\ude00"#, #"\ude00\ud83d"#, #"\ud83d\ude00\ud83d"#, #"\ud83d\ude00\ude00"#,
      #"\uD800\uE000"#, #"\uDBFF\uDBFF"#, #"\ud83d\\ude00"#, #"\ud83d \ude00"#, #"\ud83d\U0000de00"#,
    ])
  func loneSurrogates(_ content: String) {
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "\"\(content)\"") }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "{\"\(content)\":1}") }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "[[\"x\",\"\(content)\"]]") }
  }

  @Test(
    "An escape that JSON does not have is refused",
    arguments: [
      #"\a"#, #"\x41"#, #"\0"#, #"\'"#, #"\u"#, #"\u00"#, #"\u004"#, #"\u00g1"#, #"\u{41}"#, #"\U0041"#, #"\ "#, "\\",
      "\\\n", #"\u+041"#, #"\u 041"#,
    ])
  func badEscapes(_ content: String) {
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "\"\(content)\"") }
  }

  @Test("A control character in a string is refused", arguments: UInt8(0)..<0x20)
  func controlCharacters(_ byte: UInt8) {
    let quote = UInt8(ascii: "\"")
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [quote, 0x61, byte, 0x61, quote]) }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [0x7B, quote, byte, quote, 0x3A, 0x31, 0x7D]) }
  }

  @Test(
    "Invalid UTF-8 is refused",
    arguments: [
      [0xFF], [0xFE], [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x5C, 0x6E, 0x82, 0xAC], [0xC3, 0x41],
    ] as [[UInt8]])
  func invalidUTF8(_ bytes: [UInt8]) {
    let quote: [UInt8] = [UInt8(ascii: "\"")]
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: quote + bytes + quote) }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [0x7B] + quote + bytes + quote + [0x3A, 0x31, 0x7D]) }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: bytes) }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [0x31] + bytes) }
  }

  @Test(
    "A truncated text is refused",
    arguments: [#"{"a":[1,true,null,"x\n\u00e9",{"b":-0.5e+3}]}"#, #""\ud83d\ude00""#])
  func truncated(_ text: String) throws {
    let bytes = Array(text.utf8)
    _ = try JSON(parsing: bytes)
    for count in bytes.indices { #expect(throws: JSONSyntaxError.self) { try JSON(parsing: Array(bytes[..<count])) } }
  }

  @Test(
    "64 levels are accepted and 65 refused, in any mixture",
    arguments: [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]"), ("{\"a\":[", "]}")])
  func depth(_ open: String, _ close: String) throws {
    let levels = open.count { "[{".contains($0) }
    let deep = String(repeating: open, count: 64 / levels) + "1" + String(repeating: close, count: 64 / levels)
    _ = try JSON(parsing: deep)
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "[\(deep)]") }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "{\"a\":\(deep)}") }
  }

  @Test func `an empty array or object counts as a level`() throws {
    let (open, close) = (String(repeating: "[", count: 63), String(repeating: "]", count: 63))
    for innermost in ["[]", "{}"] { _ = try JSON(parsing: open + innermost + close) }
    for innermost in ["[[]]", "[{}]", "{\"a\":{}}"] {
      #expect(throws: JSONSyntaxError.self) { try JSON(parsing: open + innermost + close) }
    }
  }

  @Test func `a million open brackets are refused without a crash`() {
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [UInt8](repeating: 0x5B, count: 1_000_000)) }
  }

  @Test func `an error names its place and quotes no input`() throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSON(parsing: #"{"password":"hunter2" x}"#) }
    #expect(error.offset == 22)
    #expect(!error.reason.contains("hunter2"))
  }
}
