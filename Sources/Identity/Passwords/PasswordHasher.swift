// SPDX-License-Identifier: Apache-2.0

import CArgon2
import CCrypt
import Crypto
import CryptoExtras
import Domain

/// Hashes passwords with Argon2id (RFC 9106) and verifies them with such hashes and with those of other systems
/// (`StoredHash`). The libraries are loaded when they are first needed.
///
/// A hash is a PHC string (`$argon2id$v=19$m=19456,t=2,p=1$salt$hash`), which contains its parameters.
package struct PasswordHasher {
  private let parameters: Policy.PasswordRules.Argon2
  private let random: (Int) -> [UInt8]
  private let deadline: Deadline?
  private let slots: () throws(Problem) -> HashingSlots?

  /// - Parameters:
  ///   - deadline: the event's, if it has one.
  ///   - slots: limits the processes that hash at the same time; nil for no limit. It is called before a hash.
  package init(
    parameters: Policy.PasswordRules.Argon2, random: @escaping (Int) -> [UInt8], deadline: Deadline? = nil,
    slots: @escaping () throws(Problem) -> HashingSlots? = { () throws(Problem) in nil }
  ) {
    self.parameters = parameters
    self.random = random
    self.deadline = deadline
    self.slots = slots
  }

  /// - Throws: `service/unavailable` if there is not enough memory or no slot, `service/misconfigured` without the
  ///   library.
  package func hash(_ password: String) throws(Problem) -> String {
    try open()
    let (bytes, salt) = (Array(password.utf8), random(16))
    var encoded = [CChar](repeating: 0, count: 256)
    let code = try inSlots(parameters.memoryKiB) {
      cargon2id_hash_encoded(
        UInt32(parameters.iterations), UInt32(parameters.memoryKiB), UInt32(parameters.parallelism), bytes,
        bytes.count, salt, salt.count, 32, &encoded, encoded.count)
    }
    try check(code)
    return String(decoding: encoded.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Replaces the hash of an imported account whose password is unknown: no password matches, and a reset mail can be
  /// sent to its address.
  package static let unknown = "!"

  /// Whether passwords can be verified with a hash.
  package static func canVerify(_ hash: String) -> Bool { StoredHash(hash) != nil }

  /// Whether a hash exceeds the maximum cost. It must be one that `canVerify` accepts.
  package static func isTooCostly(_ hash: String) -> Bool { StoredHash(hash)?.cost.isExcessive() ?? true }

  /// The algorithm and the cost of a hash that another system made, as `setPassword` stores it; nil for `unknown`.
  package static func importedCost(of hash: String) -> String? { StoredHash(hash)?.cost.text }

  /// What the verification of a password needs in addition to the hash, because there are hashes of other systems.
  package struct Imported {
    /// The different costs of all imported hashes.
    let costs: [PasswordCost]
    /// The key of the hash, if it is Firebase's.
    let firebaseKey: FirebaseKey?

    package init(costs: [PasswordCost] = [], firebaseKey: FirebaseKey? = nil) {
      self.costs = costs
      self.firebaseKey = firebaseKey
    }
  }

  /// Whether a password matches a hash. Every false result takes the same work: with a hash that was imported, with an
  /// own one, without a hash, and with one that is too costly.
  package func verify(
    _ password: String, against hash: String?, _ imported: Imported = Imported()
  ) throws(Problem) -> Bool {
    let stored = hash.flatMap { StoredHash($0) }.flatMap { $0.cost.isExcessive(own: parameters) ? nil : $0 }
    if let stored, try matches(password, stored, imported.firebaseKey) { return true }
    for cost in PasswordCost.padding(own: ownCost, imported: imported.costs, after: stored?.cost) {
      // A failed attempt must be counted, even if it then takes less time than others.
      guard hasTime(for: cost) else { break }
      do throws(Problem) { try spend(cost, on: password) } catch  where stored != nil || cost != ownCost { break }
    }
    return false
  }

  /// Whether the event can still be decided after the work of a hash, also on a machine that is four times slower.
  private func hasTime(for cost: PasswordCost) -> Bool {
    guard let deadline else { return true }
    return deadline.remaining > .milliseconds(4 * cost.milliseconds) + .seconds(1)
  }

  /// Whether a hash is of another kind than the policy's hashes, or was made with lower parameters.
  package func isOutdated(_ hash: String) -> Bool {
    guard case .argon2(.argon2id, let made)? = StoredHash(hash)?.cost else { return true }
    return made.memoryKiB < parameters.memoryKiB || made.iterations < parameters.iterations
  }

  private var ownCost: PasswordCost { .argon2(.argon2id, parameters) }

  private func matches(
    _ password: String, _ stored: StoredHash, _ firebaseKey: FirebaseKey?
  ) throws(Problem) -> Bool {
    switch stored.content {
    case .argon2(let encoded): return try verifyArgon2(password, against: encoded, stored.cost)
    case .bcrypt(let hash, let isPrehashed):
      let phrase = isPrehashed ? sha256(Array(password.utf8)).hexadecimal : password
      return try bcrypt(phrase, hash).map { constantTimeEqual($0, hash) } ?? false
    case .pbkdf2(let salt, let hash), .scrypt(let salt, let hash):
      let derived = try derive(password, salt, count: hash.count, stored.cost)
      return constantTimeEqual(derived.hexadecimal, hash.prefix(derived.count).hexadecimal)
    case .firebase(let id, let salt, let hash):
      let separator = firebaseKey?.saltSeparator ?? []
      let derived = try derive(password, salt + separator, count: 64, stored.cost)
      guard let firebaseKey, firebaseKey.id == id else { return false }
      return constantTimeEqual(try firebaseKey.hash(derived: derived).hexadecimal, hash.hexadecimal)
    }
  }

  /// Computes a hash that is not compared, only to take the same time.
  private func spend(_ cost: PasswordCost, on password: String) throws(Problem) {
    switch cost {
    case .argon2(let kind, let made):
      let decoy =
        "$\(kind.rawValue)$v=19$m=\(made.memoryKiB),t=\(made.iterations),p=\(made.parallelism)"
        + "$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      _ = try verifyArgon2(password, against: decoy, cost)
    case .bcrypt(let rounds): _ = try bcrypt(password, "$2b$\(rounds.padded(2))$......................")
    case .pbkdf2, .scrypt: _ = try derive(password, [UInt8](repeating: UInt8(ascii: "."), count: 16), count: 16, cost)
    }
  }

  /// The key that PBKDF2 or scrypt derives. Of PBKDF2 it is one block at most: further ones would multiply the work,
  /// and not even the first one can be guessed.
  private func derive(_ password: String, _ salt: [UInt8], count: Int, _ cost: PasswordCost) throws(Problem) -> [UInt8]
  {
    if case .scrypt(let n, let r, let p) = cost, WideScrypt.isNeeded(r: r, p: p) {
      return try deriveWide(password, WideScrypt.setting(n: n, r: r, p: p, salt), cost)
    }
    let password = Array(password.utf8)
    let key: SymmetricKey? = try inSlots(cost.memoryKiB) {
      switch cost {
      case .pbkdf2(let digest, let iterations):
        let function: KDF.Insecure.PBKDF2.HashFunction =
          switch digest {
          case .sha1: .insecureSHA1
          case .sha256: .sha256
          case .sha512: .sha512
          }
        return try? KDF.Insecure.PBKDF2.deriveKey(
          from: password, salt: salt, using: function, outputByteCount: min(count, digest.length),
          unsafeUncheckedRounds: iterations)
      case .scrypt(let n, let r, let p):
        return try? KDF.Scrypt.deriveKey(
          from: password, salt: salt, outputByteCount: count, rounds: n, blockSize: r, parallelism: p)
      case .argon2, .bcrypt: return nil
      }
    }
    guard let key else {
      throw .unavailable("there is not enough memory to hash a password", cause: cost.text)
    }
    return key.withUnsafeBytes { Array($0) }
  }

  private func deriveWide(_ password: String, _ setting: String, _ cost: PasswordCost) throws(Problem) -> [UInt8] {
    try openCrypt()
    let text = try inSlots(cost.memoryKiB) { () -> String? in
      var data = crypt_data()
      return ccrypt_rn(password, setting, &data).map { String(cString: $0) }
    }
    // A C string ends at U+0000, so a password that contains it would be cut off there.
    guard !password.utf8.contains(0), let key = text.flatMap(WideScrypt.key) else {
      throw .unavailable("there is not enough memory to hash a password", cause: cost.text)
    }
    return key
  }

  private func verifyArgon2(
    _ password: String, against hash: String, _ cost: PasswordCost
  ) throws(Problem) -> Bool {
    guard case .argon2(let kind, let made) = cost else { return false }
    try open()
    let bytes = Array(password.utf8)
    let type: argon2_type =
      switch kind {
      case .argon2d: Argon2_d
      case .argon2i: Argon2_i
      case .argon2id: Argon2_id
      }
    let code = try inSlots(made.memoryKiB) { cargon2_verify(hash, bytes, bytes.count, type) }
    if code == ARGON2_VERIFY_MISMATCH.rawValue { return false }
    try check(code)
    return true
  }

  /// A slot has the memory of an own hash. An imported hash may need more.
  private func inSlots<Result>(_ memoryKiB: Int, _ hash: () -> Result) throws(Problem) -> Result {
    guard memoryKiB > 0, let slots = try slots() else { return hash() }
    let own = max(1, parameters.memoryKiB)
    return try slots.withSlots(max(1, (memoryKiB + own - 1) / own), hash)
  }

  /// - Parameter setting: a hash, or the part before its digest.
  private func bcrypt(_ phrase: String, _ setting: String) throws(Problem) -> String? {
    try openCrypt()
    var data = crypt_data()
    return ccrypt_rn(phrase, setting, &data).map { String(cString: $0) }
  }

  private func openCrypt() throws(Problem) {
    guard let failure = ccrypt_open() else { return }
    throw .unavailable("libcrypt cannot be loaded (Debian: libcrypt1)", cause: String(cString: failure))
  }

  private func open() throws(Problem) {
    if let failure = cargon2_open() {
      throw .unavailable("libargon2 cannot be loaded (Debian: libargon2-1)", cause: String(cString: failure))
    }
  }

  private func check(_ code: Int32) throws(Problem) {
    guard code != ARGON2_OK.rawValue else { return }
    let reason = String(cString: cargon2_error_message(code))
    throw code == ARGON2_MEMORY_ALLOCATION_ERROR.rawValue
      ? .unavailable("there is not enough memory to hash a password", cause: reason) : .bug("Argon2: \(reason)")
  }
}
