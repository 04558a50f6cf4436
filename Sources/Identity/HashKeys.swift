// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import Storage

/// One key of the database for what is compared and never opened.
public struct HashKey {
  let key: SymmetricKey
  /// When it was made, or put in the place of one that others might know.
  let createdAt: Timestamp
}

/// The random keys of what is only compared, such as the keys of limits: hashes under them stay right when `SECRET_KEY`
/// changes, for only the keys themselves are sealed under it.
///
/// They are made when something is first written under them, and read at most once.
public final class HashKeys {
  public enum Name: String, CaseIterable, Sendable {
    case comparisons
    case refreshTokens = "refresh-tokens"
  }

  private let secret: SecretKey
  private let random: (Int) -> [UInt8]
  private let now: Timestamp
  private var kept: [Name: HashKey] = [:]
  /// The transaction that has made a key: until it has committed, what it reads is not to be kept.
  private weak var maker: Transaction?

  public init(secret: SecretKey, random: @escaping (Int) -> [UInt8], now: Timestamp) {
    self.secret = secret
    self.random = random
    self.now = now
  }

  /// A key that there is; nil where nothing has been written under it yet.
  public func known(_ name: Name, in rows: Transaction) throws(Problem) -> HashKey? {
    if let key = kept[name] { return key }
    return try take(try rows.hashKeys(), in: rows)[name]
  }

  /// A key, made now where there is none.
  public func make(_ name: Name, in rows: Transaction) throws(Problem) -> HashKey {
    if let key = try known(name, in: rows) { return key }
    maker = rows
    for name in Name.allCases { try rows.insertIfNew(try new(name, at: now)) }
    guard let key = try known(name, in: rows) else { throw .bug("the hash key \(name.rawValue) is not there") }
    return key
  }

  /// Puts a new key in the place of one that others may know.
  public func replace(_ name: Name, at timestamp: Timestamp, in rows: Transaction) throws(Problem) {
    maker = rows
    kept[name] = nil
    try rows.replace(try new(name, at: timestamp))
  }

  /// Seals every key under the present secret key that is not yet.
  /// - Returns: how many.
  public func reseal(in rows: Transaction) throws(Problem) -> Int {
    var count = 0
    for var key in try rows.hashKeys() {
      guard case .previous(let resealed) = try secret.sealing(of: key.sealedKey, for: .hashKeys, at: key.name) else {
        continue
      }
      key.sealedKey = resealed
      try rows.replace(key)
      count += 1
    }
    return count
  }

  /// Opens keys that were read, and keeps them.
  public func take(_ stored: [StoredHashKey], in rows: Transaction) throws(Problem) -> [Name: HashKey] {
    var keys: [Name: HashKey] = [:]
    for each in stored {
      guard let name = Name(rawValue: each.name) else { continue }
      let text = try secret.open(each.sealedKey, for: .hashKeys, at: each.name)
      guard let raw = bytes(base64: text), raw.count == 32 else { throw .bug("a hash key is not 32 bytes") }
      keys[name] = HashKey(key: SymmetricKey(data: raw), createdAt: each.createdAt)
    }
    if rows !== maker { kept = keys }
    return keys
  }

  private func new(_ name: Name, at timestamp: Timestamp) throws(Problem) -> StoredHashKey {
    StoredHashKey(
      name: name.rawValue,
      sealedKey: try secret.seal(random(32).base64URL, for: .hashKeys, at: name.rawValue), createdAt: timestamp)
  }
}

extension HashKeys {
  /// The hash of a text, to write it down; makes the key where there is none yet, so only where the transaction may write.
  public func hash(_ text: String, in rows: Transaction) throws(Problem) -> String {
    hash(text, try make(.comparisons, in: rows))
  }

  /// The hash of a text, to look it up; nil where no key has been made, for then nothing has been written down either.
  public func hashToFind(_ text: String, in rows: Transaction) throws(Problem) -> String? {
    try known(.comparisons, in: rows).map { hash(text, $0) }
  }

  private func hash(_ text: String, _ key: HashKey) -> String {
    authenticationCode(of: Array(text.utf8), key: key.key).base64URL
  }
}

/// What the link at the end of a mail names its recipient by. It works for as long as the mail is kept, whatever becomes
/// of `SECRET_KEY`.
extension HashKeys {
  public func unsubscribeToken(of address: String, in rows: Transaction) throws(Problem) -> String {
    let key = unsubscribeKey(try make(.comparisons, in: rows))
    do {
      return try ChaChaPoly.seal(Array(address.utf8), using: key).combined.base64URL
    } catch { throw .bug("sealing failed: \(error)") }
  }

  /// The address that a token names; nil for what is no token of ours.
  public func address(ofUnsubscribeToken token: String, in rows: Transaction) throws(Problem) -> String? {
    if let key = try known(.comparisons, in: rows), let combined = bytes(base64: token),
      let box = try? ChaChaPoly.SealedBox(combined: combined),
      let text = try? ChaChaPoly.open(box, using: unsubscribeKey(key))
    {
      return String(decoding: text, as: UTF8.self)
    }
    // Mails of releases before schema 2 were sealed under the secret key itself.
    return try secret.opened(token, for: .unsubscribe, at: "unsubscribe")
  }

  private func unsubscribeKey(_ key: HashKey) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key.key, info: Array("vestibule unsubscribe".utf8), outputByteCount: 32)
  }
}
