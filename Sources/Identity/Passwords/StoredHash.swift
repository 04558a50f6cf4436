// SPDX-License-Identifier: Apache-2.0

import Domain

/// A password hash of this bundle or of another system, parsed.
///
/// - PHC strings (github.com/P-H-C/phc-string-format) of Argon2, scrypt and PBKDF2, also as passlib writes them
/// - bcrypt
/// - Werkzeug: `scrypt:N:r:p$salt$hash` and `pbkdf2:sha256:iterations$salt$hash`, the hash in hexadecimal
/// - Django: `pbkdf2_sha256$iterations$salt$hash`, `scrypt$N$salt$r$p$hash`, the hash in base64; `argon2`,
///   `bcrypt_sha256` or `bcrypt` before a PHC string or a bcrypt hash
/// - Firebase: `$firebase-scrypt$k=KEY,m=mem_cost,r=rounds$salt$hash`, which only this bundle writes; KEY names the
///   project's `FirebaseKey`
struct StoredHash {
  enum Content: Equatable {
    /// The PHC string.
    case argon2(String)
    /// `isPrehashed`: whether the hash is that of the password's SHA-256 in hexadecimal.
    case bcrypt(String, isPrehashed: Bool)
    case pbkdf2(salt: [UInt8], hash: [UInt8])
    case scrypt(salt: [UInt8], hash: [UInt8])
    case firebase(keyID: String, salt: [UInt8], hash: [UInt8])
  }

  let cost: PasswordCost
  let content: Content

  /// - Returns: nil if passwords cannot be compared with it.
  init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard text.utf8.count <= 2048, parts.count >= 3,
      let parsed = parts[0].isEmpty ? Self.phc(text, parts) : Self.werkzeug(parts) ?? Self.django(text, parts)
    else { return nil }
    self = parsed
  }

  private init?(_ cost: PasswordCost?, _ content: Content?) {
    guard let cost, let content else { return nil }
    if case .scrypt(_, let r, let p) = cost, WideScrypt.isNeeded(r: r, p: p) {
      guard case .scrypt(let salt, _) = content, WideScrypt.takes(salt) else { return nil }
    }
    (self.cost, self.content) = (cost, content)
  }

  private static func phc(_ text: String, _ parts: [Substring]) -> StoredHash? {
    switch parts[1] {
    case "2a", "2b", "2x", "2y": return bcrypt(text, isPrehashed: false)
    case "argon2d", "argon2i", "argon2id": return argon2(text, parts)
    default: break
    }
    guard parts.count == 5, let salt = decoded(adaptedBase64: parts[3]), let hash = decoded(adaptedBase64: parts[4])
    else { return nil }
    let values = parameters(parts[2])
    switch parts[1] {
    case "pbkdf2", "pbkdf2-sha1", "pbkdf2-sha256", "pbkdf2-sha512":
      let digest = PasswordCost.PBKDF2Digest(rawValue: String(parts[1].dropFirst(7)))
      return StoredHash(
        pbkdf2Cost(digest ?? .sha1, values["i"] ?? number(parts[2])), compared(salt, hash).map(Content.pbkdf2))
    case "scrypt":
      guard let logarithm = values["ln"], logarithm <= 40 else { return nil }
      return StoredHash(
        scryptCost(n: 1 << logarithm, r: values["r"], p: values["p"]), compared(salt, hash).map(Content.scrypt))
    case "firebase-scrypt":
      guard let logarithm = values["m"], logarithm <= 40, let id = parts[2].split(separator: ",").first,
        hash.count >= 32
      else { return nil }
      return StoredHash(
        scryptCost(n: 1 << logarithm, r: values["r"], p: 1),
        .firebase(keyID: String(id.dropFirst(2)), salt: salt, hash: hash))
    default: return nil
    }
  }

  /// Argon2, if the library can read it. Otherwise each sign-in would fail with an internal error.
  private static func argon2(_ text: String, _ parts: [Substring]) -> StoredHash? {
    guard parts.count == 6, let kind = PasswordCost.Argon2Kind(rawValue: String(parts[1])), parts[2] == "v=19" else {
      return nil
    }
    let values = parameters(parts[3])
    guard let memory = values["m"], let iterations = values["t"], let parallelism = values["p"],
      parts[3] == "m=\(memory),t=\(iterations),p=\(parallelism)", memory / 8 >= parallelism,
      let salt = decoded(plainBase64: parts[4]), let digest = decoded(plainBase64: parts[5]), salt.count >= 8,
      digest.count >= 4
    else { return nil }
    return StoredHash(
      .argon2(kind, .init(memoryKiB: memory, iterations: iterations, parallelism: parallelism)), .argon2(text))
  }

  private static func bcrypt(_ text: String, isPrehashed: Bool) -> StoredHash? {
    // The cost is the logarithm of the rounds. It is followed by 128 bits of salt and 184 bits of hash.
    let digits = text.dropFirst(4).prefix(2)
    guard text.utf8.count == 60, ["$2a$", "$2b$", "$2x$", "$2y$"].contains(where: text.hasPrefix),
      let cost = (4...31).first(where: { $0.padded(2) == digits }), text.dropFirst(6).hasPrefix("$")
    else { return nil }
    let isText = text.utf8.dropFirst(7).allSatisfy { byte in
      (46...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
    return isText ? StoredHash(.bcrypt(cost), .bcrypt(text, isPrehashed: isPrehashed)) : nil
  }

  /// A hash of `werkzeug.security`.
  private static func werkzeug(_ parts: [Substring]) -> StoredHash? {
    let method = parts[0].split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hash = decoded(hexadecimal: parts[2]) else { return nil }
    let content = compared(Array(parts[1].utf8), hash)
    switch method.count {
    case 3 where method[0] == "pbkdf2":
      return StoredHash(
        pbkdf2Cost(PasswordCost.PBKDF2Digest(rawValue: String(method[1])), number(method[2])),
        content.map(Content.pbkdf2))
    case 4 where method[0] == "scrypt":
      return StoredHash(
        scryptCost(n: number(method[1]), r: number(method[2]), p: number(method[3])), content.map(Content.scrypt))
    default: return nil
    }
  }

  /// A hash of `django.contrib.auth.hashers`.
  private static func django(_ text: String, _ parts: [Substring]) -> StoredHash? {
    let inner = String(text.dropFirst(parts[0].count))
    switch (parts[0], parts.count) {
    case ("argon2", 6...): return phc(inner, inner.split(separator: "$", omittingEmptySubsequences: false))
    case ("bcrypt", 5): return bcrypt(String(inner.dropFirst()), isPrehashed: false)
    case ("bcrypt_sha256", 5): return bcrypt(String(inner.dropFirst()), isPrehashed: true)
    case ("pbkdf2_sha1", 4), ("pbkdf2_sha256", 4), ("pbkdf2_sha512", 4):
      guard let hash = decoded(adaptedBase64: parts[3]) else { return nil }
      return StoredHash(
        pbkdf2Cost(PasswordCost.PBKDF2Digest(rawValue: String(parts[0].dropFirst(7))), number(parts[1])),
        compared(Array(parts[2].utf8), hash).map(Content.pbkdf2))
    case ("scrypt", 6):
      guard let hash = decoded(adaptedBase64: parts[5]) else { return nil }
      return StoredHash(
        scryptCost(n: number(parts[1]), r: number(parts[3]), p: number(parts[4])),
        compared(Array(parts[2].utf8), hash).map(Content.scrypt))
    default: return nil
    }
  }

  private static func pbkdf2Cost(_ digest: PasswordCost.PBKDF2Digest?, _ iterations: Int?) -> PasswordCost? {
    guard let digest, let iterations else { return nil }
    return .pbkdf2(digest, iterations: iterations)
  }

  /// Nil if N is not a power of two, or if the library cannot compute it.
  private static func scryptCost(n: Int?, r: Int?, p: Int?) -> PasswordCost? {
    guard let n, let r, let p, n >= 2, n & (n - 1) == 0, r > 3 || n < 1 << (16 * r),
      p < (1 << 30) / r
    else { return nil }
    return .scrypt(n: n, r: r, p: p)
  }

  /// Nil if the hash is so short that other passwords have the same.
  private static func compared(_ salt: [UInt8], _ hash: [UInt8]) -> (salt: [UInt8], hash: [UInt8])? {
    salt.isEmpty || hash.count < 16 ? nil : (salt, hash)
  }

  /// The positive numbers of `m=65536,t=3,p=4`.
  private static func parameters(_ text: Substring) -> [Substring: Int] {
    let pairs = text.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
    return Dictionary(
      pairs.compactMap { pair in pair.count == 2 ? number(pair[1]).map { (pair[0], $0) } : nil },
      uniquingKeysWith: { first, _ in first })
  }

  /// A positive number in decimal digits.
  private static func number(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), number > 0 else { return nil }
    return number
  }

  /// Base64 without padding, in canonical form only.
  private static func decoded(plainBase64 text: Substring) -> [UInt8]? {
    bytes(base64: text).flatMap { $0.base64Text.prefix { $0 != "=" } == text ? $0 : nil }
  }

  /// Base64 with or without padding. In passlib's form a dot stands for the plus sign.
  private static func decoded(adaptedBase64 text: Substring) -> [UInt8]? {
    bytes(base64: String(text.map { $0 == "." ? "+" : $0 }))
  }

  private static func decoded(hexadecimal text: Substring) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
    }
  }
}
