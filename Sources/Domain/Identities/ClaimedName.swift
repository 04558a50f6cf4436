// SPDX-License-Identifier: Apache-2.0

/// The name of a person in what an identity provider says about them. ID tokens, hooks and triggers have the same
/// members.
package enum ClaimedName {
  /// The first name that an account may have: `name`, else `given_name` and `family_name` (OpenID Connect Core 1.0,
  /// section 5.1), else `full_name` or `name` of `user_metadata` (Supabase).
  package static func name(in claims: JSON) -> String? {
    if let name = claims["name"].flatMap(usable) { return name }
    let parts = ["given_name", "family_name"].compactMap { claims[$0]?.string?.trimmed }.filter { !$0.isEmpty }
    if let name = usable(parts.joined(separator: " ")) { return name }
    guard let metadata = claims["user_metadata"] else { return nil }
    return ["full_name", "name"].lazy.compactMap { metadata[$0].flatMap(usable) }.first
  }

  private static func usable(_ claim: JSON) -> String? { claim.string.flatMap(usable) }

  /// The trimmed name; nil if an account may not have it.
  package static func usable(_ text: String) -> String? {
    // The length comes first, because the other rules read the whole text.
    guard text.utf8.count <= 4000 else { return nil }
    let name = text.trimmed.nfc
    guard name.unicodeScalars.count <= 200, !name.unicodeScalars.contains(where: \.isControl),
      PersonName.isUsable(name)
    else { return nil }
    return name
  }
}
