// SPDX-License-Identifier: Apache-2.0

import Domain

/// The algorithm of a password hash, and its cost.
package enum PasswordCost: Equatable, Sendable {
  case argon2(Argon2Kind, Policy.PasswordRules.Argon2)
  /// The logarithm of the rounds.
  case bcrypt(Int)
  case pbkdf2(PBKDF2Digest, iterations: Int)
  /// N, r and p of RFC 7914.
  case scrypt(n: Int, r: Int, p: Int)

  /// The variants of Argon2 (RFC 9106), with which a hash begins.
  package enum Argon2Kind: String, Sendable { case argon2d, argon2i, argon2id }

  /// The hash function of PBKDF2's HMAC.
  package enum PBKDF2Digest: String, Sendable {
    case sha1, sha256, sha512

    /// The length of its hash in bytes.
    var length: Int {
      switch self {
      case .sha1: 20
      case .sha256: 32
      case .sha512: 64
      }
    }
  }

  /// The maximum cost of any hash: a few seconds of one core, and 256 MiB. A hash contains its own cost, and one with
  /// an excessive cost would exhaust the machine, or make every sign-in with its address exceed its deadline.
  private enum Bound {
    static let bcrypt = 16
    static let iterationsOfPBKDF2 = 5_000_000
    /// N times r: 128 MiB.
    static let memoryOfScrypt = 8 << 17
    /// N times r times p.
    static let totalOfScrypt = 8 << 20
    static let memoryKiB = 256 << 10
    static let iterations = 1000
    /// The memory that all iterations access in total.
    static let totalKiB = 4 << 20
    /// Each lane is a thread.
    static let lanes = 64
    /// The estimated time of what is added to a wrong password.
    static let paddingMilliseconds = 5000
  }

  /// Whether it exceeds the maximum cost.
  /// - Parameter own: the parameters of this bundle's own hashes, which are never too costly.
  func isExcessive(own: Policy.PasswordRules.Argon2? = nil) -> Bool {
    switch self {
    case .argon2(_, let made):
      let (memory, iterations) = (own?.memoryKiB ?? 0, own?.iterations ?? 0)
      guard made.memoryKiB <= max(Bound.memoryKiB, memory), made.iterations <= max(Bound.iterations, iterations),
        made.parallelism <= max(Bound.lanes, own?.parallelism ?? 0)
      else { return true }
      return made.memoryKiB * made.iterations > max(Bound.totalKiB, memory * iterations)
    case .bcrypt(let cost): return cost > Bound.bcrypt
    case .pbkdf2(_, let iterations): return iterations > Bound.iterationsOfPBKDF2
    case .scrypt(let n, let r, let p): return n > Bound.memoryOfScrypt / r || p > Bound.totalOfScrypt / (n * r)
    }
  }

  /// The memory of a computation, where it is more than a few kilobytes.
  var memoryKiB: Int {
    switch self {
    case .argon2(_, let made): made.memoryKiB
    case .bcrypt, .pbkdf2: 0
    // 128 N r bytes.
    case .scrypt(let n, let r, _): n * r / 8
    }
  }
}

extension PasswordCost {
  /// The stored form, such as `pbkdf2-sha256:600000`.
  package var text: String {
    switch self {
    case .argon2(let kind, let made): "\(kind.rawValue):\(made.memoryKiB):\(made.iterations):\(made.parallelism)"
    case .bcrypt(let cost): "bcrypt:\(cost)"
    case .pbkdf2(let digest, let iterations): "pbkdf2-\(digest.rawValue):\(iterations)"
    case .scrypt(let n, let r, let p): "scrypt:\(n):\(r):\(p)"
    }
  }

  /// - Returns: nil for a text of a newer release.
  package init?(text: String) {
    let parts = text.split(separator: ":")
    let numbers = parts.dropFirst().compactMap { Int($0) }
    guard let name = parts.first, numbers.count == parts.count - 1, numbers.allSatisfy({ $0 > 0 }) else { return nil }
    switch (String(name), numbers.count) {
    case ("bcrypt", 1): self = .bcrypt(numbers[0])
    case ("scrypt", 3): self = .scrypt(n: numbers[0], r: numbers[1], p: numbers[2])
    case (let name, 3):
      guard let kind = Argon2Kind(rawValue: name) else { return nil }
      self = .argon2(kind, .init(memoryKiB: numbers[0], iterations: numbers[1], parallelism: numbers[2]))
    case (let name, 1):
      guard name.hasPrefix("pbkdf2-"), let digest = PBKDF2Digest(rawValue: String(name.dropFirst(7))) else {
        return nil
      }
      self = .pbkdf2(digest, iterations: numbers[0])
    default: return nil
    }
  }
}

extension PasswordCost {
  /// What is computed in addition when a password was wrong, so that every wrong password takes the same time: the work
  /// of the policy's own hash, and of the costliest hash of each algorithm that was imported.
  /// - Parameters:
  ///   - own: the cost of the policy's own hashes.
  ///   - imported: the different costs of imported hashes.
  ///   - done: the cost of the hash that the password was compared with; nil if there was none.
  static func padding(own: PasswordCost, imported: [PasswordCost], after done: PasswordCost?) -> [PasswordCost] {
    let imported = affordable(imported)
    // A hash that was not imported is the bundle's own, maybe with an older policy's cost.
    let done = done.map { imported.contains($0) ? $0 : own }
    var rest = done == own ? [] : [own]
    for cost in costliest(of: imported) where cost != own && cost != done {
      switch (cost, done) {
      case (.pbkdf2(let digest, let most), .pbkdf2(let other, let iterations)?) where digest == other:
        rest.append(.pbkdf2(digest, iterations: most - iterations))
      case (.bcrypt(let most), .bcrypt(let lower)?):
        // One of each lower cost is as much as the difference to the highest.
        rest += (lower..<most).map { .bcrypt($0) }
      default: rest.append(cost)
      }
    }
    return rest
  }

  /// The costs that are small enough to be added to every wrong password. Without the bound, a few rows of different
  /// algorithms would make failed sign-ins exceed their deadline.
  private static func affordable(_ costs: [PasswordCost]) -> [PasswordCost] {
    var rest = costs.filter { !$0.isExcessive() }.sorted { $0.milliseconds > $1.milliseconds }
    while costliest(of: rest).reduce(0, { $0 + $1.milliseconds }) > Bound.paddingMilliseconds { rest.removeFirst() }
    return rest
  }

  /// The highest cost of PBKDF2 with each digest and of bcrypt, and each cost of the other algorithms, whose work is
  /// not a multiple of a number.
  private static func costliest(of costs: [PasswordCost]) -> [PasswordCost] {
    costs.sorted { $0.milliseconds > $1.milliseconds }.reduce(into: []) { costliest, cost in
      if !costliest.contains(where: { $0.isOfSameScale(as: cost) }) { costliest.append(cost) }
    }
  }

  private func isOfSameScale(as other: PasswordCost) -> Bool {
    switch (self, other) {
    case (.bcrypt, .bcrypt): true
    case (.pbkdf2(let digest, _), .pbkdf2(let otherDigest, _)): digest == otherDigest
    default: self == other
    }
  }

  /// A rough estimate of the time on one core.
  var milliseconds: Int {
    switch self {
    case .argon2(_, let made): made.memoryKiB * made.iterations / 1500
    case .bcrypt(let cost): (1 << cost) / 16
    case .pbkdf2(_, let iterations): iterations / 1500
    case .scrypt(let n, let r, let p): n * r * p / 2500
    }
  }
}
