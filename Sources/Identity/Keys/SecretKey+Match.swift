// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The check that a process has the secret key of its database. The database has a fingerprint of each key in use.
extension SecretKey {
  /// How the key of this process relates to a database.
  package enum Match {
    /// Its fingerprint is in the database.
    case known
    /// It replaces the previous key, whose fingerprint is in the database.
    case replacing
    /// The database has no fingerprint, and it decrypts the values in the database.
    case unlisted
    /// The database has neither a fingerprint nor encrypted values.
    case unused
    /// Another key was used with the database.
    case wrong
  }

  /// How the store checks the key when it opens a database.
  package func check(at now: Timestamp) -> Store.KeyCheck {
    Store.KeyCheck(
      isKnown: { (known) throws(Problem) in try self.fingerprint().map(known.contains) ?? false },
      require: { (store) throws(Problem) in try self.require(in: store, at: now) })
  }

  /// Checks the key against the fingerprints in a database, and stores its own if it is new.
  /// - Throws: `service/misconfigured` if another key was used with the database.
  private func require(in store: Store, at now: Timestamp) throws(Problem) {
    try store.write { (transaction) throws(Problem) in
      switch try match(in: transaction) {
      case .known: return
      case .replacing, .unlisted, .unused:
        try createIfMissing()
        guard let own = try fingerprint() else { throw .bug("the secret key was not created") }
        try transaction.secretKeys.add(own, at: now)
        // Other processes may not have the new key yet.
        if let previous = try previousFingerprint() { try transaction.secretKeys.add(previous, at: now) }
      case .wrong: throw try wrongKey()
      }
    }
  }

  /// Checks the key against the fingerprints in a database. It changes nothing.
  /// - Throws: `service/misconfigured` if there is no key, or if another key was used with the database.
  package func check(against known: [String]) throws(Problem) {
    try check()
    let own = [try fingerprint(), try previousFingerprint()]
    guard known.isEmpty || own.contains(where: { $0.map(known.contains) ?? false }) else { throw try wrongKey() }
  }

  /// How the key relates to the database. It is read again: its file may have been replaced.
  package func match(in transaction: Transaction) throws(Problem) -> Match {
    reload()
    let known = try transaction.secretKeys.fingerprints()
    if let own = try fingerprint(), known.contains(own) { return .known }
    if let previous = try previousFingerprint(), known.contains(previous) { return .replacing }
    guard known.isEmpty else { return .wrong }
    guard let decrypts = try decryptsValues(transaction) else { return .unused }
    return decrypts ? .unlisted : .wrong
  }

  /// Whether the key decrypts the values in the database; nil if there are none.
  private func decryptsValues(_ transaction: Transaction) throws(Problem) -> Bool? {
    // Hash keys and signing keys are always encrypted with a key in use. Other values may be older.
    if let decrypts = try decryptsHashKeys(transaction) { return decrypts }
    if let decrypts = try decryptsSigningKeys(transaction) { return decrypts }
    return try decryptsOthers(transaction)
  }

  /// Removes the fingerprints of all other keys.
  package func removeOtherFingerprints(in transaction: Transaction) throws(Problem) {
    guard let own = try fingerprint() else { throw try wrongKey() }
    try transaction.secretKeys.removeAll(except: own)
  }

  private func decryptsHashKeys(_ transaction: Transaction) throws(Problem) -> Bool? {
    try decryptsAny(of: transaction.hashKeys.all().map { ($0.sealedKey, $0.name) }, for: .hashKeys)
  }

  private func decryptsSigningKeys(_ transaction: Transaction) throws(Problem) -> Bool? {
    try decryptsAny(of: transaction.sealed.sealedSigningKeys().map { ($0.sealed, $0.key) }, for: .signingKeys)
  }

  private func decryptsOthers(_ transaction: Transaction) throws(Problem) -> Bool? {
    let mails = try transaction.sealed.sealedMails(after: "", limit: 500).map { ($0.sealed, $0.key) }
    let answers = try transaction.sealed.sealedAnswers(after: nil, limit: 500).map { ($0.sealed, $0.key.place) }
    let found = [try decryptsAny(of: mails, for: .mailValues), try decryptsAny(of: answers, for: .answers)]
    return found.contains(true) ? true : found.contains(false) ? false : nil
  }

  private func decryptsAny(of values: [(sealed: String, place: String)], for purpose: Purpose) throws(Problem) -> Bool?
  {
    let sealed = values.filter { !$0.sealed.isEmpty }
    guard !sealed.isEmpty else { return nil }
    for value in sealed where try decrypts(value.sealed, for: purpose, at: value.place) { return true }
    return false
  }
}
