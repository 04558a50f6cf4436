// SPDX-License-Identifier: Apache-2.0

import CArgon2
import CCrypt
import Domain

/// Hashes passwords with Argon2id (RFC 9106) and verifies them with such hashes, and with imported bcrypt hashes. The
/// libraries are loaded when they are first needed.
///
/// A hash is a PHC string (`$argon2id$v=19$m=19456,t=2,p=1$salt$hash`), which contains its parameters.
package struct Passwords {
  private let parameters: Policy.PasswordRules.Argon2
  private let random: (Int) -> [UInt8]
  private let slots: () throws(Problem) -> HashingSlots?

  /// - Parameter slots: limits the processes that hash at the same time; nil for no limit. It is called before a hash.
  package init(
    parameters: Policy.PasswordRules.Argon2, random: @escaping (Int) -> [UInt8],
    slots: @escaping () throws(Problem) -> HashingSlots? = { () throws(Problem) in nil }
  ) {
    self.parameters = parameters
    self.random = random
    self.slots = slots
  }

  /// - Throws: `service/unavailable` if there is not enough memory or no slot, `service/misconfigured` without the
  ///   library.
  package func hash(_ password: String) throws(Problem) -> String {
    try open()
    let (bytes, salt) = (Array(password.utf8), random(16))
    var encoded = [CChar](repeating: 0, count: 256)
    let code = try inSlots(of: parameters) {
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

  /// Whether passwords can be verified with a hash: Argon2id as a PHC string, or bcrypt.
  package static func canVerify(_ hash: String) -> Bool { isArgon2id(hash) || isBcrypt(hash) }

  private static func isBcrypt(_ hash: String) -> Bool {
    // The cost is the logarithm of the rounds. It is followed by 128 bits of salt and 184 bits of hash.
    let cost = hash.dropFirst(4).prefix(2)
    guard hash.utf8.count == 60, ["$2a$", "$2b$", "$2y$"].contains(where: hash.hasPrefix),
      (4...31).contains(where: { $0.padded(2) == cost }), hash.dropFirst(6).hasPrefix("$")
    else { return false }
    return hash.utf8.dropFirst(7).allSatisfy { byte in
      (46...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
  }

  /// Whether the library can read it. Otherwise each sign-in would fail with an internal error.
  private static func isArgon2id(_ hash: String) -> Bool {
    let parts = hash.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[1] == "argon2id", parts[2] == "v=19", let made = parameters(of: hash),
      parts[3] == "m=\(made.memoryKiB),t=\(made.iterations),p=\(made.parallelism)", made.iterations >= 1,
      made.parallelism >= 1, made.memoryKiB >= 8 * made.parallelism,
      let salt = Self.decoded(plainBase64: parts[4]), let digest = Self.decoded(plainBase64: parts[5])
    else { return false }
    return salt.count >= 8 && digest.count >= 4
  }

  /// Base64 without padding, in canonical form only.
  private static func decoded(plainBase64 text: Substring) -> [UInt8]? {
    bytes(base64: text).flatMap { $0.base64Text.prefix { $0 != "=" } == text ? $0 : nil }
  }

  /// Whether a password matches a hash. Without a hash, or with one that is too costly, the result is false after the
  /// same work.
  package func verify(_ password: String, against hash: String?) throws(Problem) -> Bool {
    guard let hash, Self.canVerify(hash), !Self.isTooCostly(hash, own: parameters) else {
      _ = try verifyArgon2(password, against: decoy)
      return false
    }
    return try hash.hasPrefix("$argon2") ? verifyArgon2(password, against: hash) : verifyBcrypt(password, against: hash)
  }

  /// Whether a hash was made with lower parameters than the policy's.
  package func isOutdated(_ hash: String) -> Bool {
    guard let made = Self.parameters(of: hash) else { return true }
    return made.memoryKiB < parameters.memoryKiB || made.iterations < parameters.iterations
  }

  static func parameters(of hash: String) -> Policy.PasswordRules.Argon2? {
    let parts = hash.split(separator: "$")
    guard parts.count == 5, parts[0] == "argon2id" else { return nil }
    let values = parts[2].split(separator: ",").compactMap { Int($0.dropFirst(2)) }
    guard values.count == 3 else { return nil }
    return .init(memoryKiB: values[0], iterations: values[1], parallelism: values[2])
  }

  /// A hash that no password matches, with the current cost.
  private var decoy: String {
    "$argon2id$v=19$m=\(parameters.memoryKiB),t=\(parameters.iterations),p=\(parameters.parallelism)"
      + "$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
  }

  private func verifyArgon2(_ password: String, against hash: String) throws(Problem) -> Bool {
    try open()
    let bytes = Array(password.utf8)
    let code = try inSlots(of: Self.parameters(of: hash)) { cargon2id_verify(hash, bytes, bytes.count) }
    if code == ARGON2_VERIFY_MISMATCH.rawValue { return false }
    try check(code)
    return true
  }

  /// A slot has the memory of an own hash. An imported hash may need more.
  private func inSlots(of made: Policy.PasswordRules.Argon2?, _ hash: () -> Int32) throws(Problem) -> Int32 {
    guard let slots = try slots() else { return hash() }
    let (memory, own) = (made?.memoryKiB ?? 0, max(1, parameters.memoryKiB))
    return try slots.withSlots(max(1, (memory + own - 1) / own), hash)
  }

  private func verifyBcrypt(_ password: String, against hash: String) throws(Problem) -> Bool {
    if let failure = ccrypt_open() {
      throw .misconfigured("libcrypt", "cannot be loaded (Debian: libcrypt1): \(String(cString: failure))")
    }
    var data = crypt_data()
    guard let made = ccrypt_rn(password, hash, &data) else { return false }
    return constantTimeEqual(String(cString: made), hash)
  }

  private func open() throws(Problem) {
    if let failure = cargon2_open() {
      throw .misconfigured("libargon2", "cannot be loaded (Debian: libargon2-1): \(String(cString: failure))")
    }
  }

  private func check(_ code: Int32) throws(Problem) {
    guard code != ARGON2_OK.rawValue else { return }
    let reason = String(cString: cargon2_error_message(code))
    throw code == ARGON2_MEMORY_ALLOCATION_ERROR.rawValue
      ? .unavailable("there is not enough memory to hash a password", cause: reason) : .bug("Argon2: \(reason)")
  }
}
