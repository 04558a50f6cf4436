import CBundled
import Domain
import Glibc

/// functions.json, as it stands in every executable.
///
/// The file is kept in one layout (two spaces, one member a line; a test holds it), so that an entry is found by the
/// line that begins it: reading the whole file would cost every event more than deciding it.
public enum Catalogue {
  /// The entry of a function: its access, trigger and schemas.
  public static func entry(of function: String) -> JSON {
    guard let entry = section(function) else { preconditionFailure("functions.json has no entry \(function)") }
    return entry
  }

  /// A schema of `$defs`.
  public static func definition(_ name: String) -> JSON? { section(name) }

  public static func schema(_ root: JSON) -> Schema { Schema(root, definition: definition) }

  private static func section(_ name: String) -> JSON? {
    let key = "\n    \"\(name)\": "
    guard let found = strstr(bundled_functions(), key) else { return nil }
    return bundledJSON(UnsafePointer(found) + key.utf8.count)
  }

  /// The JSON value that begins at a place in a bundled file.
  static func bundledJSON(_ start: UnsafePointer<CChar>) -> JSON? {
    let count = strlen(start)
    return start.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
      try? JSON(prefixOf: UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  /// What `--schema` prints: the schemas of event and result, each complete in itself.
  static func schemas(of function: String) -> JSON {
    let entry = entry(of: function)
    return ["event": standalone(entry["event"] ?? [:]), "result": standalone(entry["result"] ?? [:])]
  }

  private static func standalone(_ schema: JSON) -> JSON {
    var definitions = JSON.Members()
    func collect(_ value: JSON) {
      if let name = value["$ref"]?.string?.split(separator: "/").last.map(String.init), definitions[name] == nil {
        let target = definition(name) ?? .null
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
