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

  var displayName: Substring { self[0] }
  var phone: Substring { self[1] }
  var photoURL: Substring { self[2] }
  var locale: Substring { self[3] }
  var status: Substring { self[4] }
  var password: Substring { self[5] }
  /// It is the last part, and missing without a user name, as in the fingerprints of earlier releases.
  var username: Substring { self[7] }
  var profile: Substring { self[8] }

  /// 72 bits of SHA-256 are enough to detect a change; empty for nil.
  static func part(_ value: String?) -> String { value.map { String(hashed($0).prefix(12)) } ?? "" }

  private subscript(index: Int) -> Substring {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.indices.contains(index) ? parts[index] : "?"
  }
}
