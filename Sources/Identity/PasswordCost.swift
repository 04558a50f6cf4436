// SPDX-License-Identifier: Apache-2.0

import Domain

extension Passwords {
  /// The maximum cost of any hash: a few seconds of one core, and 256 MiB. A hash contains its own cost, and one with
  /// an excessive cost would exhaust the machine, or make every sign-in with its address exceed its deadline.
  private enum Bound {
    /// The logarithm of bcrypt's rounds.
    static let bcrypt = 16
    static let memoryKiB = 256 << 10
    static let iterations = 1000
    /// The memory that all iterations access in total.
    static let totalKiB = 4 << 20
    /// Each lane is a thread.
    static let lanes = 64
  }

  /// Whether a hash exceeds the maximum cost. It must be one that `canVerify` accepts.
  package static func isTooCostly(_ hash: String) -> Bool { isTooCostly(hash, own: nil) }

  /// - Parameter own: the parameters of this bundle's own hashes, which are never too costly.
  static func isTooCostly(_ hash: String, own: Policy.PasswordRules.Argon2?) -> Bool {
    guard let made = parameters(of: hash) else {
      return Int(hash.dropFirst(4).prefix(2)).map { $0 > Bound.bcrypt } ?? true
    }
    let (memory, iterations) = (own?.memoryKiB ?? 0, own?.iterations ?? 0)
    guard made.memoryKiB <= max(Bound.memoryKiB, memory), made.iterations <= max(Bound.iterations, iterations),
      made.parallelism <= max(Bound.lanes, own?.parallelism ?? 0)
    else { return true }
    return made.memoryKiB * made.iterations > max(Bound.totalKiB, memory * iterations)
  }
}
