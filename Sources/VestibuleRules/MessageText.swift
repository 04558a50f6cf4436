// SPDX-License-Identifier: Apache-2.0

extension InvalidField {
  /// The name of the message.
  package var messageName: String { code == .eventInvalid ? "event/invalid-field" : code.rawValue }

  /// The message of the field: the variant's message if there is one.
  /// - Parameter errors: the messages of all errors in a language, by code, or by code and variant.
  package func text(in errors: JSON?) -> String? {
    let ofVariant = variant.flatMap { errors?["\(messageName)/\($0)"]?.string }
    return (ofVariant ?? errors?[messageName]?.string)?.filled(with: values)
  }
}

extension String {
  /// Replaces each `{name}` with its value. Values are not searched for placeholders.
  package func filled(with values: [String: String]) -> String {
    // Without `joined`: "Conformances at start-up" in Sources/README.md.
    placeholderParts.reduce(into: "") { whole, part in
      switch part {
      case .text(let text): whole += text
      case .name(let name): whole += values[name] ?? ""
      }
    }
  }

  /// The text in parts: its names in braces, and what is between them.
  package var placeholderParts: [PlaceholderPart] {
    var parts: [PlaceholderPart] = []
    var rest = utf8[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "{")), let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      if open > rest.startIndex { parts.append(.text(String(Substring(rest[..<open])))) }
      parts.append(.name(String(Substring(rest[rest.index(after: open)..<close]))))
      rest = rest[rest.index(after: close)...]
    }
    return rest.isEmpty ? parts : parts + [.text(String(Substring(rest)))]
  }
}

/// A part of a text with placeholders.
package enum PlaceholderPart: Equatable {
  case text(String)
  /// What is between braces.
  case name(String)
}
