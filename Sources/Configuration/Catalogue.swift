// SPDX-License-Identifier: Apache-2.0

import CBundled
import Domain
import Glibc
import Synchronization

/// functions.json, which is embedded in every executable.
///
/// The file has a fixed layout (two spaces, one member per line; a test checks it), so an entry is found by its
/// first line. Parsing the whole file would cost more than deciding an event. A release bundle decides events with a
/// copy that has only what events need (scripts/bundle/schemas).
package enum Catalogue {
  /// The entry of a function, without its result and the members for people. It is not merged with `defaults`, because
  /// no event needs them.
  package static func entry(of function: String) -> JSON {
    entry(of: function, in: schemas[schemasOfFunctions...], without: unread + ["result", "refusal"])
  }

  /// The complete entry of a function, with `defaults`, the names of its variables, and references to patterns
  /// resolved.
  package static func wholeEntry(of function: String) -> JSON {
    let entry = part("defaults").merging(entry(of: function, in: file[...], without: []))
    let groups = entry["variables"]?.array ?? []
    let variables = part("variables").members?.pairs.filter { groups.contains($0.value) }
    return withPatterns(entry.merging(["variables": JSON(variables?.map(\.name) ?? [])]))
  }

  /// The entries of all functions, as they stand in the file, which is parsed each time.
  package static var entries: [(name: String, entry: JSON)] {
    part("functions").members?.pairs.map { ($0.name, $0.value) } ?? []
  }

  /// The name of the only function whose trigger has a flag, such as `sendsOutbox`.
  package static func onlyFunction(
    of entries: [(name: String, entry: JSON)] = entries, whoseTrigger flag: String
  ) -> String {
    let names = entries.filter { $0.entry["trigger"]?[flag] == true }.map(\.name)
    guard let name = names.first, names.count == 1 else {
      preconditionFailure("functions.json has \(flag) at \(names.count) functions instead of one")
    }
    return name
  }

  /// The entry as events need it, of a name that may not be a function's; nil if it is not.
  package static func entryIfKnown(of function: String) -> JSON? {
    let entry = section(function, of: schemas[schemasOfFunctions...], without: unread + ["result", "refusal", "event"])
    return entry?["access"] == nil ? nil : entry
  }

  private static func entry(
    of function: String, in text: Slice<UnsafeRawBufferPointer>, without unwanted: [String]
  ) -> JSON {
    guard let entry = section(function, of: text, without: unwanted) else {
      preconditionFailure("functions.json has no entry \(function)")
    }
    return entry
  }

  /// A schema of `$defs`.
  package static func definition(_ name: String) -> JSON? {
    definitions.withLock { definitions in
      if let known = definitions.first(where: { $0.name == name }) { return known.schema }
      let schema = section(name, of: schemas[schemasOfDefinitions...], without: unread)
      if let schema { definitions.append((name, schema)) }
      return schema
    }
  }

  /// A cache for the next events of this process. Keeping the schemas is also faster than freeing them.
  private static let definitions = Mutex<[(name: String, schema: JSON)]>([])

  /// A schema that finds its `#/$defs/<name>` in functions.json.
  package static func schema(_ root: JSON) -> Schema { Schema(root, definition: definition) }

  /// The members that are not needed to decide an event.
  private static let unread = ["description", "summary", "example", "examples"]

  private static var file: UnsafeRawBufferPointer { bytes(of: bundled_functions()) }
  private static var schemas: UnsafeRawBufferPointer { bytes(of: bundled_schemas()) }
  private static let schemasOfDefinitions = end(of: "\n  \"$defs\": ", in: schemas[...])!
  private static let schemasOfFunctions = end(of: "\n  \"functions\": ", in: schemas[...])!
  private static let definitionsStart = end(of: "\n  \"$defs\": ", in: file[...])!
  private static let patternsStart = end(of: "\n  \"patterns\": ", in: file[definitionsStart...])!

  /// A top-level member of the file.
  static func part(_ name: String) -> JSON {
    guard let start = end(of: "\n  \"\(name)\": ", in: file[...]), let part = json(file[start...], without: []) else {
      preconditionFailure("functions.json has no \(name)")
    }
    return part
  }

  private static func section(
    _ name: String, of text: Slice<UnsafeRawBufferPointer>, without unwanted: [String]
  ) -> JSON? {
    guard let start = end(of: "\n    \"\(name)\": ", in: text) else { return nil }
    return json(text[start...], without: unwanted)
  }

  /// The end of the first occurrence of a text. memmem skips up to the length of the text at once. strstr stops at each
  /// line with the same start, and would take a twelfth of the time of a short event.
  private static func end(of text: String, in whole: Slice<UnsafeRawBufferPointer>) -> Int? {
    let bytes = UnsafeRawBufferPointer(rebasing: whole)
    guard let found = memmem(bytes.baseAddress!, bytes.count, text, text.utf8.count) else { return nil }
    return whole.startIndex + (UnsafeRawPointer(found) - bytes.baseAddress!) + text.utf8.count
  }

  private static func bytes(of file: BundledFile) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: file.bytes, count: file.count)
  }

  /// Parses an embedded JSON file.
  static func json(_ file: BundledFile) -> JSON? { json(bytes(of: file)[...], without: []) }

  /// Parses the JSON value at the start of a text.
  private static func json(_ text: Slice<UnsafeRawBufferPointer>, without unwanted: [String]) -> JSON? {
    UnsafeRawBufferPointer(rebasing: text).withMemoryRebound(to: UInt8.self) {
      try? JSON(prefixOf: $0, without: unwanted)
    }
  }

  /// The output of `--schema`: the self-contained schemas of event and result.
  package static func schemas(of function: String) -> JSON {
    let entry = wholeEntry(of: function)
    return ["event": standalone(entry["event"] ?? [:]), "result": standalone(result(of: entry))]
  }

  /// The schema of the result, granted or refused.
  private static func result(of entry: JSON) -> JSON {
    let granted = entry["result"] ?? [:]
    guard let refused = entry["refusal"] else { return granted }
    // A result with members of its own may have `oneOf` too: which of them belong together.
    guard granted["properties"] == nil, let alternatives = granted["oneOf"]?.array else {
      return ["oneOf": [granted, refused]]
    }
    return granted.merging(["oneOf": .array(alternatives + [refused])])
  }

  /// Replaces each reference `#/patterns/<name>` with its `pattern`.
  private static func withPatterns(_ schema: JSON) -> JSON {
    switch schema {
    case .object(let members):
      let name = schema.referredName(in: "#/patterns/")
      return .object(
        JSON.Members(
          members.pairs.map { member in
            guard member.name == "$ref", let name else { return (member.name, withPatterns(member.value)) }
            return ("pattern", section(name, of: file[patternsStart...], without: [])?["pattern"] ?? .null)
          }))
    case .array(let items): return .array(items.map(withPatterns))
    default: return schema
    }
  }

  private static func standalone(_ schema: JSON) -> JSON {
    var definitions = JSON.Members()
    func collect(_ value: JSON) {
      if let name = value.referredName(in: "#/$defs/"), definitions[name] == nil {
        let target = withPatterns(section(name, of: file[definitionsStart...], without: []) ?? .null)
        definitions[name] = target
        collect(target)
      }
      for member in value.members?.pairs ?? [] { collect(member.value) }
      for item in value.array ?? [] { collect(item) }
    }
    collect(schema)
    let dialect: JSON = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
    let named: JSON = definitions.pairs.isEmpty ? [:] : ["$defs": .object(definitions)]
    return dialect.merging(schema).merging(named)
  }
}
