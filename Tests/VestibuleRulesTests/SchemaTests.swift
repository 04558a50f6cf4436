// SPDX-License-Identifier: Apache-2.0

import Testing
import VestibuleRules

@Suite("Schemas") struct SchemaTests {
  private func check(_ value: JSON, _ schema: JSON, _ definitions: JSON = [:]) -> (value: JSON, errors: [String]) {
    let (normal, fields) = Schema(schema) { definitions[$0] }.normalise(value)
    return (normal, fields.map { "\($0.pointer) \($0.code.rawValue): \($0.detail)" })
  }

  private func pointers(_ value: JSON, _ schema: JSON, _ definitions: JSON = [:]) -> [String] {
    Schema(schema) { definitions[$0] }.normalise(value).fields.map(\.pointer)
  }

  @Test(
    "A text is trimmed and normalised to form C",
    arguments: [(" a ", "a"), ("e\u{301}", "\u{E9}"), ("\t a\u{A0}b \n", "a\u{A0}b"), ("", ""), ("  ", "")])
  func texts(_ text: String, _ normal: String) {
    #expect(Array(check(.string(text), ["type": "string"]).value.line) == Array(JSON.string(normal).line))
  }

  @Test func `a password is normalised to form C and never trimmed`() {
    let schema: JSON = ["type": "string", "format": "password"]
    #expect(check(" e\u{301} ", schema).value.line == JSON.string(" \u{E9} ").line)
  }

  @Test func `a signed text stays unchanged`() {
    let schema: JSON = ["type": "string", "x-verbatim": true]
    #expect(check(" e\u{301}\r\n", schema).value.line == JSON.string(" e\u{301}\r\n").line)
  }

  @Test(
    "A rule of a library is named by its type, and no other rule is",
    arguments: [
      ("a@xn--a.de", InvalidField.LibraryRule.domainMapping), ("a@\(String(repeating: "b", count: 40)).de", nil),
    ])
  func libraryRules(_ address: String, _ rule: InvalidField.LibraryRule?) {
    let schema: JSON = ["type": "string", "format": "idn-email", "maxLength": 30]
    #expect(Schema(schema, definition: { _ in nil }).normalise(.string(address)).fields.map(\.libraryRule) == [rule])
    #expect(InvalidField.invalidUsername.libraryRule == .caseFolding)
  }

  @Test func `an unknown member is refused by its name`() {
    let schema: JSON = ["type": "object", "additionalProperties": false, "properties": ["a": [:]]]
    #expect(check(["a": 1, "b": 2], schema).errors == ["/b event/invalid: is not a member that is known here"])
    #expect(check(["a": 1], schema).errors.isEmpty)
  }

  @Test func `names in a pointer are escaped`() {
    let schema: JSON = ["type": "object", "additionalProperties": false]
    #expect(
      pointers(["a/b": 1, "m~n": 2, "~1": 3, "": 4, "/~": 5], schema) == ["/a~1b", "/m~0n", "/~01", "/", "/~1~0"])
  }

  @Test func `additional members are kept if they are allowed`() {
    let value: JSON = ["a": " x ", "b": [" y "]]
    #expect(check(value, ["type": "object"]).value == value)
    let each: JSON = ["type": "object", "additionalProperties": ["type": "string"]]
    #expect(check(value, each).errors == ["/b event/invalid: should be string"])
    #expect(check(["a": " x "], each).value == ["a": "x"])
  }

  @Test func `missing members get their defaults at every level`() {
    let schema: JSON = [
      "type": "object",
      "properties": [
        "a": ["type": "object", "default": [:], "properties": ["b": ["type": "integer", "default": 3]]],
        "c": ["$ref": "#/$defs/c", "default": false], "d": ["type": "string"],
      ],
    ]
    let definitions: JSON = ["c": ["type": "boolean"]]
    #expect(check([:], schema, definitions).value == ["a": ["b": 3], "c": false])
    #expect(check(["a": ["b": 4], "c": true], schema, definitions).value == ["a": ["b": 4], "c": true])
  }

  @Test func `a missing required member is named, with its own code`() {
    let schema: JSON = [
      "type": "object", "required": ["a", "b"], "properties": ["a": ["$ref": "#/$defs/email"], "b": [:]],
    ]
    let definitions: JSON = ["email": ["type": "string", "x-code": "auth/invalid-email"]]
    #expect(
      check([:], schema, definitions).errors
        == ["/a auth/invalid-email: is missing", "/b event/invalid: is missing"])
    #expect(check(.object(["a": .null, "b": .null]), schema, definitions).errors.count == 1, "a null is no text")
  }

  @Test(
    "One of the alternatives must be there, and only one",
    arguments: [
      (["a": 1], true), (["b": 1, "c": 1], true), (["b": 1], false), ([:], false), (["a": 1, "b": 1, "c": 1], false),
      (["a": 1, "b": 1], true),
    ] as [(JSON, Bool)])
  func oneOf(_ value: JSON, _ isValid: Bool) {
    let schema: JSON = ["type": "object", "oneOf": [["required": ["a"]], ["required": ["b", "c"]]]]
    #expect(check(value, schema).errors == (isValid ? [] : ["/a event/invalid: give either a, or b and c"]))
  }

  @Test(
    "Bounds of a text are counted in code points of its normal form",
    arguments: [
      ("", false), ("a", true), ("abc", true), ("abcd", false), ("e\u{301}e\u{301}e\u{301}", true), ("😀😀😀", true),
      ("👨‍👩‍👧", false), (" abc ", true), ("   ", false), ("a\u{301}\u{302}\u{303}\u{304}", false),
    ])
  func lengths(_ text: String, _ isValid: Bool) {
    let schema: JSON = ["type": "string", "minLength": 1, "maxLength": 3]
    #expect(check(.string(text), schema).errors.isEmpty == isValid)
  }

  @Test(
    "Numbers have bounds, and integers are whole",
    arguments: [
      ("1", true), ("365", true), ("365.0", true), ("3e0", true), ("0", false), ("366", false), ("-1", false),
      ("1.5", false), ("1e400", false), ("1e-400", false), ("\"1\"", false), ("null", false), ("true", false),
    ])
  func numbers(_ text: String, _ isValid: Bool) throws {
    let schema: JSON = ["type": "integer", "minimum": 1, "maximum": 365]
    #expect(check(try JSON(parsing: text), schema).errors.isEmpty == isValid)
  }

  @Test func `a value of another type is refused and unchanged`() {
    let all: [JSON] = [.null, true, 1, "a", [], [:]]
    for (index, type) in ["null", "boolean", "number", "string", "array", "object"].enumerated() {
      for (other, value) in all.enumerated() {
        let (normal, errors) = check(value, ["type": .string(type)])
        #expect(errors == (index == other ? [] : [" event/invalid: should be \(type)"]))
        #expect(normal == value)
      }
    }
    #expect(check(.number("1"), ["type": ["string", "null"]]).errors == [" event/invalid: should be string or null"])
    #expect(check(.null, ["type": ["string", "null"], "minLength": 1]).errors.isEmpty)
  }

  @Test func `a value outside the list is refused, and the list is named`() {
    let schema: JSON = ["type": "string", "enum": ["mail", "link"]]
    #expect(check("link", schema).errors.isEmpty)
    #expect(check("Link", schema).errors == [#" event/invalid: should be one of "mail", "link""#])
  }

  @Test func `a timestamp is converted to UTC`() {
    let schema: JSON = ["type": "string", "format": "date-time"]
    #expect(check(" 2026-11-21T14:37:00.5+01:00 ", schema).value == "2026-11-21T13:37:00.500Z")
    #expect(check("2026-02-29T00:00:00Z", schema).errors.count == 1)
  }

  @Test func `items are counted, and each is validated at its place`() {
    let schema: JSON = ["type": "array", "minItems": 1, "maxItems": 2, "items": ["type": "string", "minLength": 1]]
    #expect(check([" a ", "b"], schema).value == ["a", "b"])
    #expect(check([], schema).errors == [" event/invalid: should have 1 items or more"])
    #expect(check(["a", "b", "c"], schema).errors == [" event/invalid: should have 2 items or fewer, has 3"])
    #expect(pointers(["a", " "], schema) == ["/1"])
  }

  @Test func `items that the function validates itself are only counted`() {
    let each: JSON = ["type": "string", "minLength": 1]
    let schema: JSON = ["type": "array", "minItems": 1, "maxItems": 2, "items": each, "x-judgedAlone": true]
    #expect(check([" a ", 1], schema) == ([" a ", 1], []))
    #expect(check([], schema).errors.count == 1 && check([1, 2, 3], schema).errors.count == 1)
    let judged = Schema(each) { _ in nil }.normalise(each: [" a ", 1, ""], at: "/list")
    #expect(judged.map(\.value) == ["a", 1, ""])
    #expect(judged.map { $0.fields.map(\.pointer) } == [[], ["/list/1"], ["/list/2"]])
  }

  @Test func `the number of named fields per item is limited`() {
    let many = JSON.object(JSON.Members((0..<80).map { ("m\($0)", 1) }))
    let schema: JSON = ["type": "object", "additionalProperties": false]
    let judged = Schema(schema) { _ in nil }.normalise(each: [many, [:], many], at: "", limit: 3)
    #expect(judged.map(\.fields.count) == [3, 0, 3])
  }

  @Test func `members and bytes are counted`() {
    #expect(check(["a": 1, "b": 2], ["type": "object", "maxProperties": 1]).errors.count == 1)
    let schema: JSON = ["type": "object", "x-maxBytes": 9]
    #expect(check(["a": 123], schema).errors.isEmpty)
    #expect(check(["a": 1234], schema).errors == [" event/invalid: should take 9 bytes of JSON or fewer"])
  }

  @Test func `a code applies to everything below it without its own code`() {
    let schema: JSON = [
      "type": "object", "x-code": "auth/invalid-role",
      "properties": ["a": ["type": "string"], "b": ["type": "string", "x-code": "auth/weak-password"]],
    ]
    #expect(
      check(["a": 1, "b": 1], schema).errors.map { $0.prefix { $0 != ":" } } == [
        "/a auth/invalid-role", "/b auth/weak-password",
      ])
  }

  @Test func `at most 50 invalid fields are named`() {
    let value = JSON.object(JSON.Members((0..<80).map { ("m\($0)", 1) }))
    #expect(pointers(value, ["type": "object", "additionalProperties": false]).count == 50)
  }
}
