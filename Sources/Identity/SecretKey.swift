// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain

/// The operator's secret key, which encrypts the secrets in the database.
///
/// Each purpose has its own key, derived by HKDF-SHA256 (RFC 5869) from the 32 bytes of `SECRET_KEY`, so that a value
/// that is encrypted for one purpose cannot be decrypted for another.
package final class SecretKey {
  private let load: () throws(Problem) -> Loaded
  private var loaded: Loaded?
  /// Cached, because a process that sends many mails decrypts many values.
  private var derivedKeys: [(key: [UInt8], purpose: Purpose, derived: SymmetricKey)] = []

  /// The 32 bytes of the current key, and of the previous key if there is one.
  package struct Loaded: Equatable {
    let current: [UInt8]
    /// Decrypts values from before the key was changed.
    let previous: [UInt8]?

    package init(current: [UInt8], previous: [UInt8]?) {
      self.current = current
      self.previous = previous
    }
  }

  /// - Parameter load: reads the key when it is first used.
  package init(load: @escaping () throws(Problem) -> Loaded) { self.load = load }

  /// Encrypts a text with ChaCha20-Poly1305 (RFC 8439), bound to a purpose and a place, such as a row's id.
  /// - Returns: base64url of nonce, ciphertext and tag.
  package func seal(_ text: String, for purpose: Purpose, at place: String) throws(Problem) -> String {
    let key = derived(from: try keys().current, for: purpose)
    do {
      let box = try ChaChaPoly.seal(Array(text.utf8), using: key, authenticating: Array(place.utf8))
      return box.combined.base64URL
    } catch { throw .bug("sealing failed: \(error)") }
  }

  /// - Throws: `service/misconfigured` if neither key decrypts it.
  package func open(_ sealed: String, for purpose: Purpose, at place: String) throws(Problem) -> String {
    guard bytes(base64: sealed) != nil else { throw .bug("a sealed value is not base64") }
    if let text = try opened(sealed, for: purpose, at: place) { return text }
    // The key file may have been replaced since it was read.
    let known = loaded
    loaded = nil
    if try keys() != known, let text = try opened(sealed, for: purpose, at: place) { return text }
    throw .misconfigured(
      "SECRET_KEY", "it does not decrypt the values in this database; SECRET_KEY_PREVIOUS should be the previous key")
  }

  /// Decrypts a value from outside; nil if it was not encrypted here.
  package func opened(_ sealed: String, for purpose: Purpose, at place: String) throws(Problem) -> String? {
    let keys = try keys()
    if let text = opened(sealed, by: keys.current, for: purpose, at: place) { return text }
    return keys.previous.flatMap { opened(sealed, by: $0, for: purpose, at: place) }
  }

  /// Whether there is a previous key.
  package var hasPrevious: Bool {
    get throws(Problem) { try keys().previous != nil }
  }

  /// The key with which a value is encrypted.
  package enum Sealing: Equatable {
    case current
    /// The previous key. `resealed` is the same text, encrypted with the current key.
    case previous(resealed: String)
    /// Neither key decrypts it.
    case unknown
  }

  /// Which key decrypts a stored value.
  package func sealing(of sealed: String, for purpose: Purpose, at place: String) throws(Problem) -> Sealing {
    let keys = try keys()
    if opened(sealed, by: keys.current, for: purpose, at: place) != nil { return .current }
    guard let previous = keys.previous, let text = opened(sealed, by: previous, for: purpose, at: place) else {
      return .unknown
    }
    return .previous(resealed: try seal(text, for: purpose, at: place))
  }

  private func opened(_ sealed: String, by key: [UInt8], for purpose: Purpose, at place: String) -> String? {
    guard let combined = bytes(base64: sealed), let box = try? ChaChaPoly.SealedBox(combined: combined),
      let text = try? ChaChaPoly.open(
        box, using: derived(from: key, for: purpose), authenticating: Array(place.utf8))
    else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// HMAC-SHA256 (RFC 2104) as releases before schema 2 stored it. It cannot be updated when the key changes, so that
  /// current releases use a key of `HashKeys`.
  /// - Returns: the HMACs with the current key and the previous one.
  package func fingerprints(_ bytes: [UInt8], for purpose: Purpose) throws(Problem) -> [String] {
    let keys = try keys()
    return [keys.current, keys.previous].compactMap { $0 }.map { key in
      authenticationCode(of: bytes, key: derived(from: key, for: purpose)).base64URL
    }
  }

  /// What a key is derived for. The text is part of the derivation, so that changing it makes stored values unreadable.
  package enum Purpose: String, Sendable {
    case mailValues = "mail values"
    case answers
    case unsubscribe
    case signingKeys = "signing keys"
    case hashKeys = "hash keys"
    case eventFingerprints = "event fingerprints"
    case refreshTokens = "refresh tokens"
  }

  private func keys() throws(Problem) -> Loaded {
    if let loaded { return loaded }
    let keys = try load()
    loaded = keys
    return keys
  }

  private func derived(from key: [UInt8], for purpose: Purpose) -> SymmetricKey {
    if let known = derivedKeys.first(where: { $0.purpose == purpose && $0.key == key }) { return known.derived }
    let derived = HKDF<SHA256>.deriveKey(
      inputKeyMaterial: SymmetricKey(data: key), info: Array("vestibule \(purpose.rawValue)".utf8), outputByteCount: 32)
    derivedKeys.append((key, purpose, derived))
    return derived
  }
}

/// SHA-256 in base64url, as codes and refresh tokens are stored. They have at least 160 random bits, so that their
/// hashes cannot be guessed.
package func hashed(_ token: String) -> String { Array(SHA256.hash(data: Array(token.utf8))).base64URL }

/// SHA-256 (FIPS 180-4).
package func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
