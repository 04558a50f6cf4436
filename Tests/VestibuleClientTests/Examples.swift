// SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation

/// Values of the schemas of functions.json.
struct Examples {
  enum Kind: CaseIterable {
    /// Every member is there.
    case complete
    /// Only the required members are there.
    case smallest
    /// Every value that may be null is null.
    case null
    /// A later server's: objects have a member, and enumerations a value, that this version does not know.
    case later
  }

  static let unknownMember = "ofTomorrow"
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
  private static let list = Result { try json("functions.json") }
  private static let fixtures = Result { try json("Tests/EndToEnd/fixtures.json") }

  private let kind: Kind
  private let definitions: JSON

  init(_ kind: Kind) throws {
    self.kind = kind
    definitions = try Self.list.get()["$defs"] ?? [:]
  }

  /// The entries by the names of the functions.
  static var functions: JSON.Members { get throws { try list.get()["functions"]?.members ?? JSON.Members() } }

  /// The data of the granted events that the end-to-end tests send. What they take from earlier answers is a
  /// placeholder.
  static func events(of function: String) throws -> [JSON] {
    let events = try fixtures.get().array ?? []
    return events.filter { $0["function"]?.string == function && $0["refused"] == nil }.map { fixture in
      filled((fixture["event"]?["data"] ?? fixture["event"]) ?? [:])
    }
  }

  /// A placeholder of an identity stands for an object.
  private static func filled(_ data: JSON) -> JSON {
    guard data["identity"]?.string != nil else { return data }
    return data.merging(["identity": ["provider": "google", "idToken": "eyJ"]])
  }

  private static func json(_ path: String) throws -> JSON {
    try JSON(parsing: Array(try Data(contentsOf: root.appendingPathComponent(path))))
  }

  // MARK: Values

  /// The forms that a result may have, without a refusal.
  func forms(ofResult schema: JSON) -> [JSON] {
    if let members = schema["properties"]?.members, let forms = schema["oneOf"]?.array {
      let always = schema["required"]?.array ?? []
      let required = forms.map { ($0["required"]?.array ?? []) + always }
      return required.enumerated().map { index, own in
        // What no form requires goes with the first one, except the options of a passkey.
        let taken = required.joined().compactMap(\.string) + ["options"]
        let names = own.compactMap(\.string) + (own.contains("challenge") ? ["options"] : [])
        let kept = members.pairs.filter { names.contains($0.name) || index == 0 && !taken.contains($0.name) }
        return ["properties": .object(JSON.Members(kept)), "required": .array(own)]
      }
    }
    guard schema["properties"] == nil, let forms = resolved(schema)["oneOf"]?.array else { return [schema] }
    return forms.filter { resolved($0)["properties"]?["error"] == nil }
  }

  func value(of schema: JSON) -> JSON {
    let schema = resolved(schema)
    if let constant = schema["const"] { return constant }
    if let values = schema["enum"]?.array { return kind == .later ? "of-tomorrow" : values.first ?? .null }
    if schema["properties"] == nil, let forms = schema["oneOf"]?.array {
      if kind == .null, forms.contains(["type": "null"]) { return .null }
      return value(of: forms.first { $0 != ["type": "null"] } ?? [:])
    }
    let types = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string ?? "object"]
    if kind == .null, types.contains("null"), types.count == 2 { return .null }
    switch types.first {
    case "string": return schema["format"]?.string == "date-time" ? "2026-11-22T18:35:18.250Z" : "text"
    case "integer": return schema["minimum"] ?? 1
    case "number": return .number("1.5")
    case "boolean": return true
    case "array": return .array(schema["items"].map { [value(of: $0)] } ?? [])
    default: return object(of: schema)
    }
  }

  private func object(of schema: JSON) -> JSON {
    guard let members = schema["properties"]?.members else {
      let isAnything = schema["additionalProperties"].map { $0 == ["$ref": "#/$defs/value"] || $0.bool != nil } ?? true
      return [
        "name": isAnything
          ? ["list": [.null, true, "x", .number("1.5"), 2]] : value(of: schema["additionalProperties"] ?? [:])
      ]
    }
    let required = schema["required"]?.array?.compactMap(\.string) ?? []
    var pairs = members.pairs.filter { kind != .smallest || required.contains($0.name) }
      .map { (name: $0.name, value: value(of: $0.value)) }
    if kind == .later { pairs.append((Self.unknownMember, ["a": [1]])) }
    return .object(JSON.Members(pairs))
  }

  /// The schema to which one refers; what is next to the reference is more specific.
  private func resolved(_ schema: JSON) -> JSON {
    guard let path = schema["$ref"]?.string, path.hasPrefix("#/$defs/"),
      let found = definitions[String(path.dropFirst("#/$defs/".count))]
    else { return schema }
    let beside = schema.members?.pairs.filter { $0.name != "$ref" } ?? []
    return resolved(found.merging(.object(JSON.Members(beside))))
  }
}
