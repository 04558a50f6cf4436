// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Configuration
@testable import Domain

@Suite("functions.json") struct CatalogueTests {
  @Test(
    "The messages that results contain are those of each language",
    arguments: try FunctionsFile.files(in: "templates/messages"))
  func resultMessages(_ file: String) throws {
    let written = try FunctionsFile.file("templates/messages/\(file)")["results"]?.members?.pairs.map { $0.name } ?? []
    #expect(Set(written) == Set(ResultMessage.allCases.map(\.rawValue)))
  }

  @Test(
    "the only function with a flag is found by it",
    arguments: [("sendsOutbox", "deliver-mail"), ("unknownPaths", "error-page")])
  func flags(_ flag: String, _ function: String) { #expect(Catalogue.onlyFunction(whoseTrigger: flag) == function) }

  /// Keywords that `Schema` supports, and those for people and for the client kit. It ignores others without an error.
  private static let keywords: Set<String> = [
    "$ref", "type", "enum", "format", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems",
    "items", "required", "dependentRequired", "oneOf", "anyOf", "properties", "additionalProperties", "maxProperties",
    "default", "x-code", "x-maxBytes", "x-personName", "x-verbatim", "x-judgedAlone", "x-type", "description",
    "contentEncoding", "$comment", "x-forms", "x-enumDescriptions",
  ]
  private static let types: Set<String> = ["object", "array", "string", "number", "integer", "boolean", "null"]

  /// The schemas that events and policies are checked against.
  private static func inputSchemas() throws -> [(place: String, schema: JSON)] {
    let file = try FunctionsFile.read()
    let functions = file["functions"]?.members?.pairs ?? []
    let roots =
      functions.map { ("\($0.name)/event", $0.value["event"] ?? .null) } + [("policy", ["$ref": "#/$defs/policy"])]
    var seen: Set<String> = []
    return roots.flatMap { schemas(in: $1, at: $0, file["$defs"] ?? [:], &seen) }
  }

  private static func schemas(
    in schema: JSON, at place: String, _ definitions: JSON, _ seen: inout Set<String>
  ) -> [(place: String, schema: JSON)] {
    var found = [(place, schema)]
    if let name = schema.referredName(in: "#/$defs/"), seen.insert(name).inserted {
      found += schemas(in: definitions[name] ?? .null, at: "$defs/\(name)", definitions, &seen)
    }
    for (name, property) in schema["properties"]?.members?.pairs ?? [] {
      found += schemas(in: property, at: "\(place)/\(name)", definitions, &seen)
    }
    for keyword in ["items", "additionalProperties"] {
      guard let inner = schema[keyword], inner.members != nil else { continue }
      found += schemas(in: inner, at: "\(place)/\(keyword)", definitions, &seen)
    }
    return found
  }

  @Test func `every keyword of events and of the policy is known to the code`() throws {
    let schemas = try Self.inputSchemas()
    #expect(schemas.count > 100)
    for (place, schema) in schemas {
      let names = try #require(schema.members?.pairs.map(\.name), "\(place) is not a schema")
      #expect(Set(names).isSubset(of: Self.keywords), "\(place)")
      let types = schema["type"].map { $0.array ?? [$0] } ?? []
      #expect(types.allSatisfy { Self.types.contains($0.string ?? "") }, "\(place)")
    }
  }

  @Test func `every pattern of events and of the policy is known to the code, and the code has no other`() throws {
    let used = Set(try Self.inputSchemas().compactMap { $0.schema.referredName(in: "#/patterns/") })
    #expect(used == Set(TextPattern.all.keys))
    #expect(used == Set(try FunctionsFile.read()["patterns"]?.members?.pairs.map { $0.name } ?? []))
  }

  @Test func `every keyword is used in the way that the code supports`() throws {
    for (place, schema) in try Self.inputSchemas() {
      if let format = schema["format"]?.string {
        #expect(["date", "date-time", "idn-email", "password"].contains(format), "\(place)")
      }
      if let code = schema["x-code"] { #expect(code.string.flatMap(ErrorCode.init) != nil, "\(place)") }
      if schema.referredName(in: "#/$defs/") != nil {
        let beside = Set(schema.members?.pairs.map { $0.name } ?? [])
        #expect(beside.isSubset(of: ["$ref", "description", "default"]), "\(place)")
      }
      for alternative in schema["oneOf"]?.array ?? [] {
        #expect(["required", "$ref"].contains(alternative.members?.pairs.map(\.name).joined()), "\(place)")
      }
    }
  }

  @Test func `every reference has a target`() throws {
    let file = try FunctionsFile.read()
    var references: [String] = []
    func collect(_ value: JSON) {
      if let reference = value["$ref"]?.string { references.append(reference) }
      for member in value.members?.pairs ?? [] { collect(member.value) }
      for item in value.array ?? [] { collect(item) }
    }
    collect(file)
    #expect(!references.isEmpty)
    for reference in Set(references) {
      let parts = reference.split(separator: "/").map(String.init)
      #expect(parts[0] == "#" && ["$defs", "patterns"].contains(parts[1]), "\(reference)")
      #expect(file[parts[1]]?[parts[2]] != nil, "\(reference)")
    }
  }

  @Test func `every text of an event is bounded`() throws {
    for (place, schema) in try Self.inputSchemas() {
      guard schema["type"] == "string" || schema["type"]?.array?.contains("string") == true else { continue }
      let isBounded =
        schema["maxLength"] != nil || schema["enum"] != nil || schema["format"] == "date-time"
        || schema["x-maxBytes"] != nil
      // `value` is bounded by the x-maxBytes of its container.
      #expect(isBounded || place == "$defs/value", "\(place)")
    }
  }

  /// Members that the catalogue leaves out.
  private static let unread: Set = ["description", "summary", "example", "examples"]

  private static func without(_ unwanted: Set<String>, _ value: JSON) -> JSON {
    switch value {
    case .object(let members):
      let kept = members.pairs.filter { !unwanted.contains($0.name) }
      return .object(JSON.Members(kept.map { ($0.name, without(unwanted, $0.value)) }))
    case .array(let items): return .array(items.map { without(unwanted, $0) })
    default: return value
    }
  }

  @Test func `an entry that is found by its line is the entry without its descriptions`() throws {
    let file = try FunctionsFile.read()
    for (name, entry) in file["functions"]?.members?.pairs ?? [] {
      let unread = Self.unread.union(["result", "refusal"])
      #expect((Catalogue.entry(of: name) == Self.without(unread, entry)) as Bool, "\(name)")
      #expect(entry["access"]?.string != nil)
    }
    for (name, definition) in file["$defs"]?.members?.pairs ?? [] {
      #expect((Catalogue.definition(name) == Self.without(Self.unread, definition)) as Bool, "\(name)")
    }
    #expect(Catalogue.definition("nothing") == nil)
  }

  @Test func `a whole entry has every default that it does not replace`() throws {
    let file = try FunctionsFile.read()
    for (name, entry) in file["functions"]?.members?.pairs ?? [] {
      let whole = Catalogue.wholeEntry(of: name)
      for (member, value) in file["defaults"]?.members?.pairs ?? [] where member != "variables" {
        let own = entry.members?[member]
        // A null in the entry replaces the default too.
        #expect((whole.members?[member] == own ?? value) as Bool, "\(name) \(member)")
      }
      let variables = whole["variables"]?.array?.compactMap(\.string) ?? []
      let groups = Set((entry["variables"] ?? file["defaults"]?["variables"])?.array?.compactMap(\.string) ?? [])
      let expected = file["variables"]?.members?.pairs.filter { groups.contains($0.value.string ?? "") }
      #expect(variables == expected?.map(\.name), "\(name)")
    }
  }

  @Test func `no field has the name of a member that is left out`() throws {
    for (place, schema) in try Self.inputSchemas() {
      let names = schema["properties"]?.members?.pairs.map { $0.name } ?? []
      #expect(Self.unread.union(["result", "refusal"]).isDisjoint(with: names), "\(place)")
    }
  }

  @Test func `a printed schema contains every definition that it refers to`() throws {
    for (name, _) in try FunctionsFile.read()["functions"]?.members?.pairs ?? [] {
      for part in ["event", "result"] {
        let schema = try #require(Catalogue.schemas(of: name)[part])
        let text = schema.text
        for reference in text.split(separator: "\"#/$defs/").dropFirst() {
          let target = String(reference.prefix { $0 != "\"" })
          #expect(schema["$defs"]?[target] != nil, "\(name) \(part) \(target)")
        }
        #expect(!text.contains("#/patterns/"), "\(name) \(part)")
      }
    }
  }
}
