// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Hashes of what somebody could guess, such as addresses and numbers: only who has the database and the secret key
/// could tell what they are of. They stay the same when the secret key changes.
extension Environment {
  /// The hash of a text, to write it down. The first one ever makes the key, so that this belongs behind the point where a
  /// decision has begun to write, or into `onRefusal`.
  /// - Parameter text: begins with what it is for and a line break, such as `underage\n`, so that nothing that was
  ///   written for one purpose is found for another.
  public func keyedHash(_ text: String, _ rows: Transaction) throws(Problem) -> String {
    try hashKeys.hash(text, in: rows)
  }

  /// The same hash, to look something up with, in a transaction that only reads as well; nil where there is no key yet, for
  /// then nothing has been written down under one.
  public func keyedHashToFind(_ text: String, _ rows: Transaction) throws(Problem) -> String? {
    try hashKeys.hashToFind(text, in: rows)
  }
}
