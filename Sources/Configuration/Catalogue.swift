// SPDX-License-Identifier: Apache-2.0

import CBundled
import Domain
import Glibc
import Synchronization

/// functions.json, as it stands in every executable.
///
/// The file is kept in one layout (two spaces, one member a line; a test holds it), so that an entry is found by the
/// line that begins it: reading the whole file would cost every event more than deciding it.
public enum Catalogue {
  /// What the file says of a function alone, but for its result and what only people read. No event needs `defaults`.
  public static func entry(of function: String) -> JSON {
    entry(of: function, without: unread + ["result", "refusal"])
  }

  /// The entry of a function with `defaults`, the names of its variables, and every pattern in its place.
  public static func wholeEntry(of function: String) -> JSON {
    let entry = part("defaults").merging(entry(of: function, without: []))
    let groups = entry["variables"]?.array ?? []
    let variables = part("variables").members?.pairs.filter { groups.contains($0.value) }
    return withPatterns(entry.merging(["variables": JSON(variables?.map(\.name) ?? [])]))
  }

  private static func entry(of function: String, without unwanted: [String]) -> JSON {
    guard let entry = section(function, of: file[...], without: unwanted) else {
      preconditionFailure("functions.json has no entry \(function)")
    }
    return entry
  }

  /// A schema of `$defs`.
  public static func definition(_ name: String) -> JSON? {
    definitions.withLock { definitions in
      if let known = definitions.first(where: { $0.name == name }) { return known.schema }
      let schema = section(name, of: file[definitionsStart...], without: unread)
      if let schema { definitions.append((name, schema)) }
      return schema
    }
  }

  /// Those that were asked for. They are kept for the next event of this process, and freeing them would cost this one.
  private static let definitions = Mutex<[(name: String, schema: JSON)]>([])

  public static func schema(_ root: JSON) -> Schema { Schema(root, definition: definition) }

  /// What no event is decided by.
  private static let unread = ["description", "summary", "example", "examples"]

  private static var file: UnsafeRawBufferPointer { bytes(of: bundled_functions()) }
  private static let definitionsStart = end(of: "\n  \"$defs\": ", in: file[...])!
  private static let patternsStart = end(of: "\n  \"patterns\": ", in: file[definitionsStart...])!

  /// A member of the file itself.
  private static func part(_ name: String) -> JSON {
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

  /// Where a text that stands in another ends. memmem passes over almost as much at once as the text is long; strstr,
  /// which stops at each line that begins as it does, would take a twelfth of a short event.
  private static func end(of text: String, in whole: Slice<UnsafeRawBufferPointer>) -> Int? {
    let bytes = UnsafeRawBufferPointer(rebasing: whole)
    guard let found = memmem(bytes.baseAddress!, bytes.count, text, text.utf8.count) else { return nil }
    return whole.startIndex + (UnsafeRawPointer(found) - bytes.baseAddress!) + text.utf8.count
  }

  private static func bytes(of file: BundledFile) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: file.bytes, count: file.count)
  }

  /// A bundled file that is JSON.
  static func json(_ file: BundledFile) -> JSON? { json(bytes(of: file)[...], without: []) }

  /// The JSON value that text begins with.
  private static func json(_ text: Slice<UnsafeRawBufferPointer>, without unwanted: [String]) -> JSON? {
    UnsafeRawBufferPointer(rebasing: text).withMemoryRebound(to: UInt8.self) {
      try? JSON(prefixOf: $0, without: unwanted)
    }
  }

  /// What `--schema` prints: the schemas of event and result, each complete in itself.
  public static func schemas(of function: String) -> JSON {
    let entry = wholeEntry(of: function)
    return ["event": standalone(entry["event"] ?? [:]), "result": standalone(result(of: entry))]
  }

  /// What a granted event gets, or what a refused one does.
  private static func result(of entry: JSON) -> JSON {
    let granted = entry["result"] ?? [:]
    guard let refused = entry["refusal"] else { return granted }
    return ["oneOf": .array((granted["oneOf"]?.array ?? [granted]) + [refused])]
  }

  /// A schema with the `pattern` that each `#/patterns/<name>` stands for.
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
      value.members?.pairs.forEach { collect($0.value) }
      value.array?.forEach(collect)
    }
    collect(schema)
    let dialect: JSON = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
    let named: JSON = definitions.pairs.isEmpty ? [:] : ["$defs": .object(definitions)]
    return dialect.merging(schema).merging(named)
  }
}
