// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Keyed hashes of guessable values, such as addresses and numbers. Only someone who has the database and the secret
/// key can find the values. The hashes do not change when the secret key changes.
extension Decision {
  /// The hash of a text, to store it. The first call creates the key, so it belongs after the first write of a
  /// decision, or in `onRefusal`.
  /// - Parameter text: begins with its purpose and a line break, such as `underage\n`, so that hashes of one purpose
  ///   never match another.
  package func keyedHash(_ text: String) throws(Problem) -> String {
    try environment.hashKeys.hash(text, in: tables)
  }

  /// The same hash, to find a stored one. It also works in a read transaction. Nil if there is no key yet: then no hash
  /// is stored.
  package func keyedHashForLookup(_ text: String) throws(Problem) -> String? {
    try environment.hashKeys.hashForLookup(text, in: tables)
  }
}

extension HashKeys {
  /// The same hash outside of a transaction. It writes only if there is no key yet.
  package func hashInOwnTransaction(_ text: String, in store: Store) throws(Problem) -> String {
    if let hash = try store.readAtOnce({ (transaction) throws(Problem) in try hashForLookup(text, in: transaction) }) {
      return hash
    }
    return try store.write { (transaction) throws(Problem) in try hash(text, in: transaction) }
  }
}
