// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain

/// The operator's secret key, which encrypts the secrets in the database.
///
/// Each purpose has its own key, derived by HKDF-SHA256 (RFC 5869) from the 32 bytes of `SECRET_KEY`, so a value
/// that is encrypted for one purpose cannot be decrypted for another.
package final class SecretKey {
  private let load: () throws(Problem) -> Loaded
  private let create: (() throws(Problem) -> Void)?
  private var loaded: Loaded?
  /// Cached, because a process that sends many mails decrypts many values.
  private var derivedKeys: [(key: [UInt8], purpose: Purpose, derived: SymmetricKey)] = []

  /// The 32 bytes of the current key, and of the previous key if there is one.
  package struct Loaded: Equatable {
    /// Nil if its file is missing.
    let current: [UInt8]?
    /// Decrypts values from before the key was changed.
    let previous: [UInt8]?
    /// The file of the current key, unless a variable contains it.
    let file: String?

    package init(current: [UInt8]?, previous: [UInt8]?, file: String? = nil) {
      self.current = current
      self.previous = previous
      self.file = file
    }
  }

  /// - Parameters:
  ///   - load: reads the key when it is first used.
  ///   - create: creates the missing file of the current key, for a database that has no key yet.
  package init(load: @escaping () throws(Problem) -> Loaded, create: (() throws(Problem) -> Void)? = nil) {
    self.load = load
    self.create = create
  }

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
    reload()
    if try loadedKeys() != known, let text = try opened(sealed, for: purpose, at: place) { return text }
    throw try wrongKey()
  }

  /// Decrypts a value from outside; nil if it was not encrypted here.
  package func opened(_ sealed: String, for purpose: Purpose, at place: String) throws(Problem) -> String? {
    let keys = try keys()
    if let text = opened(sealed, by: keys.current, for: purpose, at: place) { return text }
    return keys.previous.flatMap { opened(sealed, by: $0, for: purpose, at: place) }
  }

  /// Reads the keys.
  /// - Throws: `service/misconfigured` if a variable or a file does not contain a key. A file may be missing.
  package func check() throws(Problem) { _ = try loadedKeys() }

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
      let text = try? ChaChaPoly.open(box, using: derived(from: key, for: purpose), authenticating: Array(place.utf8))
    else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// HMAC-SHA256 (RFC 2104) under the secret key itself: for client windows, and for what releases before schema 2
  /// stored. Everything else uses a key of `HashKeys`, because an HMAC cannot be updated when the key changes.
  /// - Returns: the HMACs with the current key and the previous one.
  package func fingerprints(_ bytes: [UInt8], for purpose: Purpose) throws(Problem) -> [String] {
    let keys = try keys()
    return [keys.current, keys.previous].compactMap { $0 }.map { key in
      authenticationCode(of: bytes, key: derived(from: key, for: purpose)).base64URL
    }
  }

  /// What a key is derived for. The text is part of the derivation, so changing it makes stored values unreadable.
  package enum Purpose: String, Sendable {
    case mailValues = "mail values"
    case answers
    case unsubscribe
    case signingKeys = "signing keys"
    case hashKeys = "hash keys"
    case eventFingerprints = "event fingerprints"
    case refreshTokens = "refresh tokens"
    case factors = "factor secrets"
    case challenges
    case pushTokens = "push tokens"
    case serviceTokens = "service tokens"
    case appleTokens = "apple tokens"
    case providerSignIns = "provider sign-ins"
    case clientWindows = "client windows"
    case joinCodes = "join codes"
    case supabaseLinks = "supabase links"
  }

  private func keys() throws(Problem) -> (current: [UInt8], previous: [UInt8]?) {
    let keys = try loadedKeys()
    guard let current = keys.current else { throw try wrongKey() }
    return (current, keys.previous)
  }

  private func loadedKeys() throws(Problem) -> Loaded {
    if let loaded { return loaded }
    let keys = try load()
    // Another process may create a missing key.
    if keys.current != nil { loaded = keys }
    return keys
  }

  /// Reads the keys again when they are next used.
  func reload() { loaded = nil }

  /// Creates the key if its file is missing. Only for a database in which no other key is in use.
  func createIfMissing() throws(Problem) {
    if try loadedKeys().current == nil { try create?() }
  }

  /// The name of the current key in the database, from which nothing about the key can be computed; nil if the key's
  /// file is missing.
  func fingerprint() throws(Problem) -> String? { try loadedKeys().current.map(fingerprint(of:)) }

  /// The name of the previous key in the database; nil if there is none.
  func previousFingerprint() throws(Problem) -> String? { try loadedKeys().previous.map(fingerprint(of:)) }

  private func fingerprint(of key: [UInt8]) -> String {
    // The key is random, so its hash reveals nothing. An HMAC with a derived key would take a tenth of a short
    // event.
    Array(sha256(Array("vestibule key fingerprint\n".utf8) + key).prefix(16)).base64URL
  }

  /// Whether the current key or the previous one decrypts a value.
  func decrypts(_ sealed: String, for purpose: Purpose, at place: String) throws(Problem) -> Bool {
    let keys = try loadedKeys()
    return [keys.current, keys.previous].contains { key in
      key.map { opened(sealed, by: $0, for: purpose, at: place) != nil } ?? false
    }
  }

  /// The problem of a process without the key of its database.
  package func wrongKey() throws(Problem) -> Problem {
    let keys = try loadedKeys()
    if keys.current == nil, let file = keys.file {
      return .misconfigured(
        "SECRET_KEY", "is unset, and the key file \(file) is missing; the values in this database need it")
    }
    return .misconfigured(
      "SECRET_KEY", "it does not decrypt the values in this database; SECRET_KEY_PREVIOUS should be the previous key")
  }

  private func derived(from key: [UInt8], for purpose: Purpose) -> SymmetricKey {
    if let known = derivedKeys.first(where: { $0.purpose == purpose && $0.key == key }) { return known.derived }
    let derived = SymmetricKey(data: key).derived(for: "vestibule \(purpose.rawValue)")
    derivedKeys.append((key, purpose, derived))
    return derived
  }
}

extension SymmetricKey {
  /// The key of 32 bytes that HKDF-SHA256 derives for a purpose, without a salt (RFC 5869): `T(1)` is all of it.
  ///
  /// `HKDF.deriveKey` of swift-crypto gives the same, but costs a search (Sources/README.md, "Conformances at
  /// start-up").
  func derived(for info: String) -> SymmetricKey {
    let salt = SymmetricKey(data: [UInt8](repeating: 0, count: 32))
    let extracted = withUnsafeBytes { HMAC<SHA256>.authenticationCode(for: $0, using: salt) }
    let expanded = HMAC<SHA256>.authenticationCode(for: Array(info.utf8) + [1], using: SymmetricKey(data: extracted))
    return SymmetricKey(data: expanded)
  }
}

/// SHA-256 in base64url, as codes and refresh tokens are stored. They have at least 160 random bits, so their
/// hashes cannot be guessed.
package func hashed(_ token: String) -> String { Array(SHA256.hash(data: Array(token.utf8))).base64URL }

/// SHA-256 (FIPS 180-4).
package func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }
