// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import Storage

/// A key of the database for hashes that are compared and never decrypted.
package struct HashKey {
  let key: SymmetricKey
  /// When it was created, or when it replaced a compromised key.
  let createdAt: Timestamp
}

/// The random keys for hashes that are only compared, such as the keys of limits. The hashes stay valid when
/// `SECRET_KEY` changes, because only the keys themselves are encrypted with it.
///
/// The keys are created when one is first needed, and read at most once.
package final class HashKeys {
  /// The name of a key, as in the column `name`. The keys of Firebase projects have other names (`FirebaseKey`).
  package enum Name: String, CaseIterable, Sendable {
    case comparisons
    case refreshTokens = "refresh-tokens"
  }

  /// Decrypted keys. A dictionary would cost more than the keys.
  package struct Cache {
    private var comparisons: HashKey?
    private var refreshTokens: HashKey?

    package subscript(name: Name) -> HashKey? {
      get {
        switch name {
        case .comparisons: comparisons
        case .refreshTokens: refreshTokens
        }
      }
      set {
        switch name {
        case .comparisons: comparisons = newValue
        case .refreshTokens: refreshTokens = newValue
        }
      }
    }
  }

  let secret: SecretKey
  private let random: (Int) -> [UInt8]
  let now: Timestamp
  private var kept = Cache()
  /// The transaction that created keys. Keys that it reads are not cached, because it may be rolled back.
  private weak var creatingTransaction: Transaction?

  package init(secret: SecretKey, random: @escaping (Int) -> [UInt8], now: Timestamp) {
    self.secret = secret
    self.random = random
    self.now = now
  }

  /// An existing key; nil if none has been created yet.
  package func known(_ name: Name, in transaction: Transaction) throws(Problem) -> HashKey? {
    if let key = kept[name] { return key }
    return try cache(try transaction.hashKeys.all(), in: transaction)[name]
  }

  /// A key, which is created if it does not exist.
  package func keyCreatingIfNeeded(_ name: Name, in transaction: Transaction) throws(Problem) -> HashKey {
    if let key = try known(name, in: transaction) { return key }
    creatingTransaction = transaction
    for name in Name.allCases { try transaction.hashKeys.insertIfNew(try new(name, at: now)) }
    guard let key = try known(name, in: transaction) else { throw .bug("the hash key \(name.rawValue) is not there") }
    return key
  }

  /// Replaces a compromised key.
  package func replace(_ name: Name, at timestamp: Timestamp, in transaction: Transaction) throws(Problem) {
    creatingTransaction = transaction
    kept[name] = nil
    try transaction.hashKeys.replace(try new(name, at: timestamp))
  }

  /// Encrypts every key with the current secret key, if it is not yet.
  /// - Returns: the number of encrypted keys.
  package func reseal(in transaction: Transaction) throws(Problem) -> Int {
    var count = 0
    for var key in try transaction.hashKeys.all() {
      guard case .previous(let resealed) = try secret.sealing(of: key.sealedKey, for: .hashKeys, at: key.name) else {
        continue
      }
      key.sealedKey = resealed
      try transaction.hashKeys.replace(key)
      count += 1
    }
    return count
  }

  /// Decrypts stored keys and caches them.
  package func cache(_ stored: [StoredHashKey], in transaction: Transaction) throws(Problem) -> Cache {
    var keys = Cache()
    for each in stored {
      guard let name = Name(rawValue: each.name) else { continue }
      let text = try secret.open(each.sealedKey, for: .hashKeys, at: each.name)
      guard let raw = bytes(base64: text), raw.count == 32 else { throw .bug("a hash key is not 32 bytes") }
      keys[name] = HashKey(key: SymmetricKey(data: raw), createdAt: each.createdAt)
    }
    if transaction !== creatingTransaction { kept = keys }
    return keys
  }

  private func new(_ name: Name, at timestamp: Timestamp) throws(Problem) -> StoredHashKey {
    StoredHashKey(
      name: name.rawValue,
      sealedKey: try secret.seal(random(32).base64URL, for: .hashKeys, at: name.rawValue), createdAt: timestamp)
  }
}

extension HashKeys {
  /// The hash of a text to store. Creates the key if necessary, so the transaction must be a writing one.
  package func hash(_ text: String, in transaction: Transaction) throws(Problem) -> String {
    hash(text, try keyCreatingIfNeeded(.comparisons, in: transaction))
  }

  /// The hash of a text to look up; nil if no key exists, and then no hash is stored.
  package func hashForLookup(_ text: String, in transaction: Transaction) throws(Problem) -> String? {
    try known(.comparisons, in: transaction).map { hash(text, $0) }
  }

  private func hash(_ text: String, _ key: HashKey) -> String {
    authenticationCode(of: Array(text.utf8), key: key.key).base64URL
  }
}

/// The recipient's token in the unsubscribe link of a mail. It is valid as long as the mail is kept, also after a
/// change of `SECRET_KEY`.
extension HashKeys {
  /// A new token for an address. Creates the key if necessary, so the transaction must be a writing one.
  package func unsubscribeToken(of address: String, in transaction: Transaction) throws(Problem) -> String {
    let key = unsubscribeKey(try keyCreatingIfNeeded(.comparisons, in: transaction))
    do {
      return try ChaChaPoly.seal(Array(address.utf8), using: key).combined.base64URL
    } catch { throw .bug("sealing failed: \(error)") }
  }

  /// The address in a token; nil if the token is invalid.
  package func address(ofUnsubscribeToken token: String, in transaction: Transaction) throws(Problem) -> String? {
    if let key = try known(.comparisons, in: transaction), let combined = bytes(base64: token),
      let box = try? ChaChaPoly.SealedBox(combined: combined),
      let text = try? ChaChaPoly.open(box, using: unsubscribeKey(key))
    {
      return String(decoding: text, as: UTF8.self)
    }
    // Releases before schema 2 encrypted the token with the secret key itself.
    return try secret.opened(token, for: .unsubscribe, at: "unsubscribe")
  }

  private func unsubscribeKey(_ key: HashKey) -> SymmetricKey {
    key.key.derived(for: "vestibule unsubscribe")
  }
}
