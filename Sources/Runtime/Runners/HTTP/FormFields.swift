// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Identity

/// The fields of a form or a query, by name.
package struct FormFields {
  package private(set) var pairs: [(name: String, value: String)] = []
  /// The names of the fields with a file, whose value is in base64.
  private var files: Set<String> = []

  private static let limit = 200

  /// Parses `application/x-www-form-urlencoded` (URL standard, section 5) strictly.
  /// - Parameter isKnown: whether a field is used; nil if all are. Programs that rewrite links add their own fields,
  ///   repeat them, and encode them in other ways.
  /// - Throws: `event/invalid` for invalid encoding of a field that is used.
  package init(
    urlencoded text: some Collection<UInt8>, where isKnown: ((_ name: String) -> Bool)? = nil
  ) throws(Problem) {
    for field in text.split(separator: UInt8(ascii: "&")) {
      let parts = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name: String
      if let isKnown {
        guard let known = try? Self.decoded(parts[0]), isKnown(known) else { continue }
        name = known
      } else {
        name = try Self.decoded(parts[0])
      }
      try append(name, parts.count > 1 ? try Self.decoded(parts[1]) : "")
    }
  }

  /// Parses `multipart/form-data` (RFC 7578). Mail clients may send it (RFC 8058), and pages that take a file. A field
  /// for a file without one is left out.
  /// - Throws: `event/invalid`.
  init(multipart body: [UInt8], boundary: String) throws(Problem) {
    let delimiter = Array("\r\n--\(boundary)".utf8)
    var rest = (Array("\r\n".utf8) + body)[...]
    guard let first = rest.range(of: delimiter) else { throw Self.broken("has no part") }
    rest = rest[first.upperBound...]
    while !rest.starts(with: "--".utf8) {
      guard let end = rest.range(of: delimiter) else { throw Self.broken("has no end") }
      guard let head = rest[..<end.lowerBound].range(of: Array("\r\n\r\n".utf8)) else {
        throw Self.broken("has a part without a header")
      }
      let disposition = Self.disposition(in: try Self.text(rest[..<head.lowerBound]))
      guard let name = disposition["name"] else { throw Self.broken("has a part without a name") }
      let content = rest[head.upperBound..<end.lowerBound]
      if let file = disposition["filename"] ?? disposition["filename*"] {
        files.insert(name)
        if !file.isEmpty || !content.isEmpty { try append(name, content.base64Text) }
      } else {
        try append(name, try Self.text(content))
      }
      rest = rest[end.upperBound...]
    }
  }

  private mutating func append(_ name: String, _ value: String) throws(Problem) {
    guard pairs.count < Self.limit else { throw Self.broken("has more than \(Self.limit) fields") }
    guard !pairs.contains(where: { $0.name == name }) else {
      throw Problem(.eventInvalid, "a field of the form or query is repeated")
    }
    pairs.append((name, value))
  }

  /// Decodes percent signs and plus signs.
  static func decoded(_ encoded: some Collection<UInt8>) throws(Problem) -> String {
    let spaced = encoded.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    guard let decoded = bytes(percentEncoded: spaced) else {
      throw broken("has a percent sign without two hexadecimal digits")
    }
    return try text(decoded)
  }

  private static func text(_ bytes: some Collection<UInt8>) throws(Problem) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw broken("is not UTF-8") }
    guard !text.hasEndlessMarks else { throw broken("has a character with too many combining marks") }
    return text
  }

  /// The disposition in a part's header, which has the name of the field (RFC 7578, section 4.2).
  private static func disposition(in header: String) -> HeaderValue {
    let prefix = "content-disposition:"
    let line = header.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix(prefix) }
    return HeaderValue(String((line ?? "").dropFirst(prefix.count)))
  }

  private static func broken(_ what: String) -> Problem { Problem(.eventInvalid, "the form or query \(what)") }
}

extension FormFields {
  /// The fields as members of an object.
  var texts: [(name: String, value: JSON)] { pairs.map { ($0.name, .string($0.value)) } }

  /// The fields as an event's data. Texts become numbers and booleans where the schema requires them.
  /// - Throws: `event/invalid` for a file in a field that takes none. A part that takes a file
  ///   has the `contentEncoding` base64.
  func data(for schema: JSON) throws(Problem) -> JSON.Members {
    let properties = Self.properties(of: schema)
    for (name, property) in properties.members?.pairs ?? [] {
      let takesFile = Self.target(of: property)["contentEncoding"] == "base64"
      guard takesFile == files.contains(name) || !has(name) else {
        throw Self.broken(takesFile ? "has a text in the place of a file" : "has a file")
      }
    }
    var data = JSON.Members()
    for (name, text) in pairs {
      let property = properties[name]
      if property == nil, files.contains(name) { throw Self.broken("has a file") }
      data[name] = Self.value(text, property ?? [:])
    }
    return data
  }

  private func has(_ name: String) -> Bool { pairs.contains { $0.name == name } }

  static func properties(of schema: JSON) -> JSON {
    let schema = target(of: schema)
    let alternatives = (schema["oneOf"]?.array ?? []).map(properties)
    return alternatives.reduce(schema["properties"] ?? [:]) { $0.merging($1) }
  }

  private static func value(_ text: String, _ property: JSON) -> JSON {
    let type = target(of: property)["type"]
    let types = type?.array ?? [type ?? "string"]
    if types.contains("boolean"), let flag = Bool(text) { return .bool(flag) }
    if types.contains("integer") || types.contains("number"), case .number(let digits)? = try? JSON(parsing: text) {
      return .number(digits)
    }
    return .string(text)
  }

  private static func target(of schema: JSON) -> JSON {
    guard let name = schema.referredName(in: "#/$defs/") else { return schema }
    return Catalogue.definition(name) ?? [:]
  }
}
