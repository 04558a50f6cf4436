// SPDX-License-Identifier: Apache-2.0

extension InvalidField {
  /// The name of the message.
  package var messageName: String { code == .eventInvalid ? "event/invalid-field" : code.rawValue }

  /// The message of the field: that of the variant, if there is one.
  /// - Parameter errors: the messages of all errors in a language, by code, or by code and variant.
  package func text(in errors: JSON?) -> String? {
    let ofVariant = variant.flatMap { errors?["\(messageName)/\($0)"]?.string }
    return (ofVariant ?? errors?[messageName]?.string)?.filled(with: values)
  }
}

extension String {
  /// Replaces each `{name}` with its value. Values are not searched for placeholders.
  package func filled(with values: [String: String]) -> String {
    var filled = ""
    var rest = utf8[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "{")), let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      filled += String(Substring(rest[..<open]))
      filled += values[String(Substring(rest[rest.index(after: open)..<close]))] ?? ""
      rest = rest[rest.index(after: close)...]
    }
    return filled + String(Substring(rest))
  }
}
