// SPDX-License-Identifier: Apache-2.0

import Domain

/// Which values of a row replace those of its account: what has changed in the source since the last import, and was
/// not changed here. An account that was locked here while its row was active stays locked, even if later rows differ.
struct RowChanges {
  private let old: Fingerprint
  private let new: Fingerprint
  /// What is stored for the next import. For a value that was changed here, the old row's part is kept: it then still
  /// differs, so it stays ours.
  private(set) var fingerprint: Fingerprint
  /// Whether a value of the row was not stored, because of one that was changed here.
  private(set) var hasKept = false

  init(from old: Fingerprint, to new: Fingerprint) { (self.old, self.new, fingerprint) = (old, new, new) }

  /// The value that the account gets.
  /// - Parameters:
  ///   - value: that of the row; nil if it has none.
  ///   - current: that of the account.
  mutating func value(_ part: Fingerprint.Part, _ value: String?, insteadOf current: String?) -> String? {
    guard old[part] != new[part], let value else { return current }
    if Fingerprint.part(current?.isEmpty ?? true ? nil : current) == old[part] { return value }
    // Both sides have the same value now, so the row's next one applies. A lock belongs to the side that locked first.
    if value == current, part != .status { return current }
    fingerprint = fingerprint.keeping(part, of: old)
    if value != current { hasKept = true }
    return current
  }

  /// The fingerprint of the password that the row's password may replace; nil if the row's has not changed.
  var replacedPassword: Substring? { old[.password] == new[.password] ? nil : old[.password] }
}

extension JSON {
  /// The members that another object has too, as text; nil if there are none.
  func only(_ other: JSON) -> String? {
    let members = other.members?.pairs.compactMap { name, _ in self[name].map { (name, $0) } } ?? []
    return members.isEmpty ? nil : JSON.object(JSON.Members(members)).text
  }
}
