// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity

/// Of what a row says, each part by itself: so that of a changed row only what has changed is written, and nothing that
/// was changed here since.
struct Fingerprint: Equatable {
  let text: String

  init(of person: Person) {
    text = [
      person.displayName, person.phone, person.photoURL, person.locale, person.isDisabled ? "disabled" : "active",
      person.passwordHash, person.otherContent,
    ].map(Self.part).joined(separator: ".")
  }

  /// One that was written down.
  init(text: String) { self.text = text }

  var displayName: Substring { self[0] }
  var phone: Substring { self[1] }
  var photoURL: Substring { self[2] }
  var locale: Substring { self[3] }
  var status: Substring { self[4] }
  var password: Substring { self[5] }

  /// 72 bits of a SHA-256 tell a changed value from the one before it; nothing for nothing.
  static func part(_ value: String?) -> String { value.map { String(hashed($0).prefix(12)) } ?? "" }

  private subscript(index: Int) -> Substring {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.indices.contains(index) ? parts[index] : "?"
  }
}
