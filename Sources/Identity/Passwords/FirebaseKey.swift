// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Domain
import Storage

/// The parameters of the password hashes of a Firebase project (github.com/firebase/scrypt).
///
/// Firebase derives an AES key from a password with scrypt, and encrypts the project's signer key with it. The result
/// is the hash. Without the signer key, which is a secret, no password can be compared with it.
package struct FirebaseKey: Equatable {
  /// Names the signer key and the salt separator in stored hashes.
  package let id: String
  let signerKey: [UInt8]
  let saltSeparator: [UInt8]
  /// scrypt's r, and the logarithm of its N. A hash contains them.
  let rounds: Int
  let memoryCost: Int

  /// Why a text does not have the parameters.
  package struct Failure: Error {
    package let reason: String
  }

  /// Parses `hash_config { algorithm: SCRYPT, base64_signer_key: …, … }`, as Firebase's console shows it.
  package init(hashConfig text: String) throws(Failure) {
    guard let open = text.firstIndex(of: "{"), let close = text.lastIndex(of: "}"), open < close else {
      throw Failure(reason: "hash_config { … } is expected")
    }
    var values: [String: String] = [:]
    for line in text[text.index(after: open)..<close].split(whereSeparator: { $0 == "," || $0.isNewline }) {
      guard let colon = line.firstIndex(of: ":") else { continue }
      values[String(line[..<colon]).trimmed] = String(line[colon...].dropFirst().filter { $0 != "\"" }).trimmed
    }
    guard values["algorithm"] == "SCRYPT" else { throw Failure(reason: "the algorithm should be SCRYPT") }
    guard let signerKey = values["base64_signer_key"].flatMap({ bytes(base64: $0) }), signerKey.count >= 32 else {
      throw Failure(reason: "base64_signer_key should be at least 32 bytes in base64")
    }
    guard let saltSeparator = bytes(base64: values["base64_salt_separator"] ?? "") else {
      throw Failure(reason: "base64_salt_separator should be base64")
    }
    guard let rounds = values["rounds"].flatMap({ Int($0) }), (1...16).contains(rounds) else {
      throw Failure(reason: "rounds should be a number, 1 to 16")
    }
    guard let memoryCost = values["mem_cost"].flatMap({ Int($0) }), (1...30).contains(memoryCost) else {
      throw Failure(reason: "mem_cost should be a number, 1 to 30")
    }
    self.init(signerKey: signerKey, saltSeparator: saltSeparator, rounds: rounds, memoryCost: memoryCost)
  }

  fileprivate init(signerKey: [UInt8], saltSeparator: [UInt8], rounds: Int, memoryCost: Int) {
    // The signer key is random, so the hash reveals nothing about it.
    id = String(hashed("\(signerKey.base64Text).\(saltSeparator.base64Text)").prefix(12))
    self.signerKey = signerKey
    self.saltSeparator = saltSeparator
    self.rounds = rounds
    self.memoryCost = memoryCost
  }

  /// The stored form of a user's hash.
  /// - Parameters: `passwordHash` and `salt` of `firebase auth:export`.
  package func storedHash(_ passwordHash: String, salt: String) -> String {
    let (salt, hash) = (bytes(base64: salt) ?? [], bytes(base64: passwordHash) ?? [])
    let texts = [salt, hash].map { $0.base64Text.prefix { $0 != "=" } }
    return "$firebase-scrypt$k=\(id),m=\(memoryCost),r=\(rounds)$\(texts[0])$\(texts[1])"
  }

  /// The hash of a password whose key scrypt has derived.
  func hash(derived: [UInt8]) throws(Problem) -> [UInt8] {
    do {
      return Array(
        try AES._CTR.encrypt(
          signerKey, using: SymmetricKey(data: derived.prefix(32)),
          nonce: AES._CTR.Nonce(nonceBytes: [UInt8](repeating: 0, count: 16))))
    } catch { throw .bug("AES-CTR: \(error)") }
  }
}

/// The signer keys are in the table of keys that hashes are compared with, encrypted like them.
extension HashKeys {
  /// Stores the key of a project, unless it is stored already.
  package func store(_ key: FirebaseKey, in transaction: Transaction) throws(Problem) {
    let name = Self.name(ofFirebaseKey: key.id)
    let text = "\(key.signerKey.base64URL).\(key.saltSeparator.base64URL)"
    try transaction.hashKeys.insertIfNew(
      StoredHashKey(name: name, sealedKey: try secret.seal(text, for: .hashKeys, at: name), createdAt: now))
  }

  /// The key that a stored hash needs; nil if it needs none.
  package func firebaseKey(of hash: String?, in transaction: Transaction) throws(Problem) -> FirebaseKey? {
    guard let hash, case .firebase(let id, _, _) = StoredHash(hash)?.content else { return nil }
    let name = Self.name(ofFirebaseKey: id)
    guard let stored = try transaction.hashKeys.all().first(where: { $0.name == name }) else { return nil }
    let parts = try secret.open(stored.sealedKey, for: .hashKeys, at: name)
      .split(separator: ".", omittingEmptySubsequences: false).compactMap { bytes(base64: $0) }
    guard parts.count == 2 else { throw .bug("the hash key \(name) is not that of a Firebase project") }
    return FirebaseKey(signerKey: parts[0], saltSeparator: parts[1], rounds: 0, memoryCost: 0)
  }

  private static func name(ofFirebaseKey id: String) -> String { "firebase/\(id)" }
}
