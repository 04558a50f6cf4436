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

  package enum Argon2Kind: String, Sendable { case argon2d, argon2i, argon2id }

  /// The hash function of PBKDF2's HMAC.
  package enum PBKDF2Digest: String, CaseIterable, Sendable {
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
    let imported = imported.filter { !$0.isExcessive() }
    // A hash that was not imported is the bundle's own, maybe with an older policy's cost.
    let done = done.map { imported.contains($0) ? $0 : own }
    var rest = done == own ? [] : [own]
    for digest in PBKDF2Digest.allCases {
      let most = imported.compactMap { $0.iterations(of: digest) }.max() ?? 0
      let missing = most - (done?.iterations(of: digest) ?? 0)
      if missing > 0 { rest.append(.pbkdf2(digest, iterations: missing)) }
    }
    if let most = imported.compactMap(\.bcryptCost).max() {
      // One of each lower cost is as much as the difference to the highest.
      rest += done?.bcryptCost.map { ($0..<most).map { .bcrypt($0) } } ?? [.bcrypt(most)]
    }
    for cost in imported where cost != own && cost != done && !rest.contains(cost) {
      switch cost {
      case .argon2, .scrypt: rest.append(cost)
      case .bcrypt, .pbkdf2: continue
      }
    }
    return rest
  }

  private var bcryptCost: Int? { if case .bcrypt(let cost) = self { cost } else { nil } }

  private func iterations(of wanted: PBKDF2Digest) -> Int? {
    if case .pbkdf2(wanted, let iterations) = self { iterations } else { nil }
  }
}
