// SPDX-License-Identifier: Apache-2.0

// Exported, because schemas, rules and their values are JSON.
@_exported import VestibuleJSON

/// Validates a value with a JSON Schema (2020-12) and returns its normal form: texts are trimmed and in NFC, missing
/// members are filled in from `default`. A default next to a `$ref` contains the defaults of its own members.
///
/// It supports only the keywords that this bundle's schemas use; a test fails on any other keyword in them. A `$ref`
/// refers to a definition or names a `TextPattern`. Five keywords are extensions: `x-code` is the error code for an
/// invalid value, `x-maxBytes` limits the canonical JSON of a value, `x-personName` applies `PersonName` (`"rule"`: the
/// rules of the policy do, among others), `x-verbatim` keeps a text unchanged, such as one that is signed, and
/// `x-judgedAlone` leaves the items of a list to the function, which refuses each item separately.
package struct Schema {
  let root: JSON
  /// Looks up `#/$defs/<name>`.
  let definition: (String) -> JSON?

  package init(_ root: JSON, definition: @escaping (String) -> JSON?) {
    self.root = root
    self.definition = definition
  }

  /// - Returns: the normal form, or at most `limit` invalid fields.
  package func normalise(_ value: JSON, limit: Int = 50) -> (value: JSON, fields: [InvalidField]) {
    let check = Check(definition: definition)
    let normal = check.normalise(value, root, at: "", code: .eventInvalid)
    return (normal, Array(check.fields.prefix(limit)))
  }

  /// Validates each item of a list with `x-judgedAlone`.
  /// - Parameter pointer: of the list.
  /// - Returns: for each item the result of `normalise`.
  package func normalise(
    each items: [JSON], at pointer: String, limit: Int = 50
  ) -> [(value: JSON, fields: [InvalidField])] {
    let check = Check(definition: definition)
    return items.enumerated().map { index, item in
      check.fields = []
      let normal = check.normalise(item, root, at: "\(pointer)/\(index)", code: .eventInvalid)
      return (normal, Array(check.fields.prefix(limit)))
    }
  }
}

extension JSON {
  /// The name in the `$ref` of a schema, such as `code` in `#/$defs/code`.
  /// - Parameter part: `#/$defs/` or `#/patterns/`.
  /// - Returns: nil where there is no `$ref` to that part of functions.json.
  package func referredName(in part: String) -> String? {
    guard let reference = self["$ref"]?.string, reference.hasPrefix(part) else { return nil }
    return String(Substring(reference.utf8.dropFirst(part.utf8.count)))
  }
}

/// The rule that a value breaks, as a variant of the message about it.
private struct BrokenRule {
  let variant: String?
  /// The values of the placeholders of the message.
  let values: [String: String]
  let libraryRule: InvalidField.LibraryRule?

  init(_ variant: String?, _ values: [String: String] = [:], libraryRule: InvalidField.LibraryRule? = nil) {
    (self.variant, self.values, self.libraryRule) = (variant, values, libraryRule)
  }
}

private final class Check {
  /// Takes a rule that a value breaks: a detail for developers, and the message for people where it is a special one.
  typealias Report = (_ detail: String, BrokenRule?) -> Void

  let definition: (String) -> JSON?
  var fields: [InvalidField] = []

  init(definition: @escaping (String) -> JSON?) { self.definition = definition }

  func normalise(_ value: JSON, _ schema: JSON, at pointer: String, code: ErrorCode) -> JSON {
    if let target = target(of: schema) { return normalise(value, target, at: pointer, code: code) }
    if let shapes = shapes(of: schema) { return normalise(value, oneOf: shapes, at: pointer, code: code) }
    let code = schema["x-code"]?.string.flatMap(ErrorCode.init) ?? code
    func bad(_ detail: String, _ rule: BrokenRule? = nil) {
      fields.append(
        InvalidField(
          pointer: pointer, code: code, detail: detail, variant: Self.variant(of: value) ?? rule?.variant,
          values: rule?.values ?? [:], libraryRule: rule?.libraryRule))
    }

    if let types = schema["type"], !hasType(value, types) {
      let isNumber = types == "integer" || types == "number"
      bad(
        "should be \(types.string ?? types.array?.compactMap(\.string).joined(separator: " or ") ?? "")",
        isNumber ? BrokenRule("number") : nil)
      return value
    }
    if let allowed = schema["enum"]?.array, !allowed.contains(value) {
      bad("should be one of \(allowed.map(\.text).joined(separator: ", "))", BrokenRule("choice"))
      return value
    }
    if let maximum = schema["x-maxBytes"]?.integer, value.canonicalLine.count > maximum {
      bad("should take \(maximum) bytes of JSON or fewer")
    }
    switch value {
    case .string(let text):
      // Before everything that reads the text more than once. Trimming can take away characters, but not so many.
      if let maximum = schema["maxLength"]?.integer, text.utf8.count > Self.mostBytes(maximum) {
        bad("should have \(maximum) characters or fewer", BrokenRule("too-long", ["max": "\(maximum)"]))
        return value
      }
      let flaw = schema["x-personName"].flatMap { _ in PersonName.flaw(in: text) }
      if let flaw, schema["x-personName"] == true {
        fields.append(flaw.field(at: pointer))
        return value
      }
      let normal = normalise(text, schema, flaw: flaw, bad)
      return flaw == nil ? .string(normal) : value
    case .number: checkRange(value, schema, bad)
    case .array(let items): return .array(normalise(items, schema, at: pointer, code: code, bad))
    case .object(let members): return .object(normalise(members, schema, at: pointer, code: code, bad))
    case .null, .bool: break
    }
    return value
  }

  /// More bytes than any text of so many characters needs with the white space around it.
  private static func mostBytes(_ characters: Int) -> Int { 4 * characters + 1024 }

  /// The object schemas of a `oneOf`; nil if there is none.
  private func shapes(of schema: JSON) -> [JSON]? {
    guard let alternatives = schema["oneOf"]?.array else { return nil }
    let shapes = alternatives.compactMap(target)
    return shapes.count == alternatives.count ? shapes : nil
  }

  /// Selects the one shape whose required members the object has.
  private func normalise(_ value: JSON, oneOf shapes: [JSON], at pointer: String, code: ErrorCode) -> JSON {
    func required(_ shape: JSON) -> [String] { shape["required"]?.array?.compactMap(\.string) ?? [] }
    let fitting = shapes.filter { shape in required(shape).allSatisfy { value.members?[$0] != nil } }
    guard fitting.count == 1 else {
      let offered = shapes.map { required($0).joined(separator: " and ") }.joined(separator: ", or ")
      fields.append(InvalidField(pointer: pointer, code: code, detail: "should have either \(offered)"))
      return value
    }
    return normalise(value, fitting[0], at: pointer, code: code)
  }

  /// The message variant for a missing or empty text.
  private static func variant(of value: JSON) -> String? {
    switch value {
    case .null, .string(""): "missing"
    case .string(let text) where text.trimmed.isEmpty: "blank"
    default: nil
    }
  }

  func hasType(_ value: JSON, _ types: JSON) -> Bool {
    (types.array ?? [types]).contains { type in
      switch (type.string, value) {
      case ("object", .object), ("array", .array), ("string", .string), ("number", .number), ("boolean", .bool),
        ("null", .null):
        true
      case ("integer", .number): value.integer != nil
      default: false
      }
    }
  }

  /// - Parameter flaw: of a name, which the rules of the policy report. Nothing may be left of an invisible name, so
  ///   its length is not checked.
  func normalise(_ text: String, _ schema: JSON, flaw: PersonName.Flaw?, _ bad: Report) -> String {
    if let name = schema.referredName(in: "#/patterns/") {
      guard let known = TextPattern.all[name] else { preconditionFailure("unknown pattern \(name)") }
      guard known.matches(text) else {
        bad(known.expectation, BrokenRule(name))
        return text
      }
    }
    let normal =
      schema["x-verbatim"] == true ? text : schema["format"] == "password" ? text.nfc : text.trimmed.nfc
    let length = normal.unicodeScalars.count
    if let minimum = schema["minLength"]?.integer, length < minimum, flaw != .invisible {
      bad(
        minimum == 1 ? "should not be empty" : "should have \(minimum) characters or more",
        BrokenRule("too-short", ["min": "\(minimum)"]))
    }
    if let maximum = schema["maxLength"]?.integer, length > maximum {
      bad("should have \(maximum) characters or fewer, has \(length)", BrokenRule("too-long", ["max": "\(maximum)"]))
    }
    if schema["format"] == "idn-email", EmailAddress(normal) == nil {
      bad(
        "should be a mail address whose domain can be mapped to ASCII (UTS 46)",
        BrokenRule(nil, libraryRule: .domainMapping))
    }
    if schema["format"] == "date-time" {
      guard let timestamp = Timestamp(rfc3339: normal) else {
        bad("should be a date and time of RFC 3339, such as 2026-11-21T13:37:00Z", nil)
        return normal
      }
      return timestamp.rfc3339
    }
    return normal
  }

  func checkRange(_ value: JSON, _ schema: JSON, _ bad: Report) {
    guard let number = value.double else { return }
    if let minimum = schema["minimum"], number < minimum.double ?? number {
      bad("should be \(minimum.text) or more", BrokenRule("too-small", ["min": minimum.text]))
    }
    if let maximum = schema["maximum"], number > maximum.double ?? number {
      bad("should be \(maximum.text) or less", BrokenRule("too-large", ["max": maximum.text]))
    }
  }

  func normalise(
    _ items: [JSON], _ schema: JSON, at pointer: String, code: ErrorCode, _ bad: Report
  ) -> [JSON] {
    if let minimum = schema["minItems"]?.integer, items.count < minimum {
      bad("should have \(minimum) items or more", nil)
    }
    if let maximum = schema["maxItems"]?.integer, items.count > maximum {
      bad("should have \(maximum) items or fewer, has \(items.count)", nil)
      return items
    }
    guard let each = schema["items"], schema["x-judgedAlone"] != true else { return items }
    return items.enumerated().map { normalise($1, each, at: "\(pointer)/\($0)", code: code) }
  }

  func normalise(
    _ members: JSON.Members, _ schema: JSON, at pointer: String, code: ErrorCode, _ bad: Report
  ) -> JSON.Members {
    let properties = schema["properties"]?.members
    let others = schema["additionalProperties"]
    if let maximum = schema["maxProperties"]?.integer, members.pairs.count > maximum {
      bad("should have \(maximum) members or fewer", nil)
      return members
    }
    checkPresence(members, schema, at: pointer, code: code)
    // Appended without a search, because the sender decides how many members there are.
    var normal: [(name: String, value: JSON)] = []
    for (name, value) in members.pairs {
      let place = "\(pointer)/\(Self.escaped(name))"
      if let property = properties?[name] {
        normal.append((name, normalise(value, property, at: place, code: code)))
      } else if others == .bool(false) {
        fields.append(InvalidField(pointer: place, detail: "is not a member that is known here"))
      } else {
        normal.append((name, others?.members == nil ? value : normalise(value, others!, at: place, code: code)))
      }
    }
    for (name, property) in properties?.pairs ?? [] {
      guard let value = property["default"], members[name] == nil else { continue }
      let isComplete = value.members == nil || property["$ref"] != nil
      normal.append((name, isComplete ? value : normalise(value, property, at: pointer, code: code)))
    }
    return JSON.Members(normal)
  }

  /// Checks `required`, `dependentRequired`, and a `oneOf` or `anyOf` of lists of required members: exactly one list
  /// must be present, or at least one.
  func checkPresence(_ members: JSON.Members, _ schema: JSON, at pointer: String, code: ErrorCode) {
    for name in schema["required"]?.array?.compactMap(\.string) ?? [] where members[name] == nil {
      let property = schema["properties"]?[name]
      let own = (target(of: property ?? [:]) ?? property)?["x-code"]?.string.flatMap(ErrorCode.init)
      fields.append(
        InvalidField(
          pointer: "\(pointer)/\(Self.escaped(name))", code: own ?? code, detail: "is missing",
          variant: "missing"))
    }
    for (name, needed) in schema["dependentRequired"]?.members?.pairs ?? [] where members[name] != nil {
      for other in needed.array?.compactMap(\.string) ?? [] where members[other] == nil {
        fields.append(
          InvalidField(
            pointer: "\(pointer)/\(Self.escaped(other))", code: code, detail: "is missing; \(name) needs it",
            variant: "missing"))
      }
    }
    guard let alternatives = (schema["oneOf"] ?? schema["anyOf"])?.array else { return }
    let names = alternatives.map { $0["required"]?.array?.compactMap(\.string) ?? [] }
    let present = names.filter { $0.allSatisfy { members[$0] != nil } }.count
    guard present == 0 || present > 1 && schema["oneOf"] != nil else { return }
    let offered = names.map { $0.joined(separator: " and ") }.joined(separator: ", or ")
    let first = names.first?.first ?? ""
    fields.append(InvalidField(pointer: "\(pointer)/\(first)", code: code, detail: "give either \(offered)"))
  }

  /// The definition that the `$ref` of a schema refers to; nil if it has none.
  func target(of schema: JSON) -> JSON? {
    guard let name = schema.referredName(in: "#/$defs/") else { return nil }
    guard let target = definition(name) else { preconditionFailure("#/$defs/\(name) does not exist") }
    return target
  }

  static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
    return name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
      .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
  }
}
