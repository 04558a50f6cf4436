// SPDX-License-Identifier: Apache-2.0

/// A language tag (BCP 47) such as `de` or `pt-BR`.
package struct LanguageTag: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// The tag and its fallbacks, nearest first: `de-AT`, `de`.
  package var chain: [String] {
    var chain: [String] = []
    var rest = text.drop { $0 == "-" }
    while let last = rest.last {
      if last != "-" { chain.append(String(rest)) }
      rest = rest[..<(rest.lastIndex(of: "-") ?? rest.startIndex)]
    }
    return chain
  }

  /// The languages of the templates and messages of this package.
  package static let included = ["en", "de", "es"]

  /// The first available language that the person accepts, or else the first available one.
  /// - Parameter header: an `Accept-Language` field's value (RFC 9110, section 12.5.4).
  package static func best(for header: String?, among offered: [String]) -> LanguageTag {
    let ranges = (header ?? "").split(separator: ",").prefix(20).compactMap { item -> (String, Double)? in
      let parts = item.split(separator: ";")
      guard let tag = parts.first.map({ String($0).trimmed }), !tag.isEmpty else { return nil }
      let weight = parts.dropFirst().first.map { String($0).trimmed }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return weight > 0 ? (tag, weight) : nil
    }
    let wanted = ranges.enumerated().sorted { ($0.element.1, -$0.offset) > ($1.element.1, -$1.offset) }
    for (tag, _) in wanted.map(\.element) {
      for candidate in LanguageTag(tag).chain {
        if let match = offered.first(where: { $0.lowercased() == candidate.lowercased() }) {
          return LanguageTag(match)
        }
      }
    }
    return LanguageTag(offered.first ?? "en")
  }
}
