// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// Hashes of a row's values, one for each value, so that only the values that have changed in the source are updated,
/// and changes that were made here are kept.
struct Fingerprint: Equatable {
  let text: String

  init(of person: Person) {
    text =
      [
        person.displayName, person.phone, person.photoURL, person.locale, person.isDisabled ? "disabled" : "active",
        person.passwordHash, person.otherContent,
      ].map(Self.part).joined(separator: ".") + Self.additions(person)
  }

  /// The parts of values that few rows have. Without them the text is that of earlier releases.
  private static func additions(_ person: Person) -> String {
    let profile = person.profile.members?.pairs.isEmpty ?? true ? nil : person.profile.text
    if let profile { return ".\(part(person.username)).\(part(profile))" }
    return person.username.map { "." + part($0) } ?? ""
  }

  /// A stored fingerprint.
  init(text: String) { self.text = text }

  /// The values, in the order of their parts. The last two are missing in rows without them, as in the fingerprints of
  /// earlier releases.
  enum Part: Int { case displayName, phone, photoURL, locale, status, password, otherContent, username, profile }

  /// The fingerprint with a part of an earlier one, because the value was changed here and stays.
  func keeping(_ part: Part, of old: Fingerprint) -> Fingerprint {
    var parts = parts
    guard parts.indices.contains(part.rawValue), old.parts.indices.contains(part.rawValue) else { return self }
    parts[part.rawValue] = old[part]
    return Fingerprint(text: parts.joined(separator: "."))
  }

  /// 72 bits of SHA-256 are enough to detect a change; empty for nil.
  static func part(_ value: String?) -> String { value.map { String(hashed($0).prefix(12)) } ?? "" }

  subscript(part: Part) -> Substring { parts.indices.contains(part.rawValue) ? parts[part.rawValue] : "" }

  private var parts: [Substring] { text.split(separator: ".", omittingEmptySubsequences: false) }
}
