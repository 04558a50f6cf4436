// SPDX-License-Identifier: Apache-2.0

import Domain

extension Passwords {
  /// What one hash may cost, wherever it comes from: a few seconds of one core, and a quarter of a gibibyte. A hash
  /// says itself how much work it takes, and one that asks for too much would take the machine, or make every sign-in
  /// at its address run into its deadline.
  private enum Bound {
    /// The logarithm of bcrypt's rounds.
    static let bcrypt = 16
    static let memoryKiB = 256 << 10
    static let iterations = 1000
    /// How much memory is gone through altogether.
    static let totalKiB = 4 << 20
    /// Each is a thread.
    static let lanes = 64
  }

  /// Whether a hash takes more work than is ever done for one. It must be one of those that `canVerify` takes.
  public static func isTooCostly(_ hash: String) -> Bool { isTooCostly(hash, own: nil) }

  /// - Parameter own: what this bundle's own hashes are made with; they are never too costly.
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
