// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage

/// Encrypts the secrets of the database with the current secret key, while functions use it.
///
/// Each transaction is short and complete in itself. If the rotation is stopped, the next run continues it.
struct KeyRotation {
  let environment: Environment
  /// Whether others may know the old key.
  let areCompromised: Bool

  struct Counts {
    /// Values that were re-encrypted.
    var resealed = 0
    /// Values that other processes have encrypted with the old key in the meantime.
    var remaining = 0
    /// Values that neither key decrypts.
    var unknown = 0
  }

  /// The number of rows in one transaction.
  fileprivate static let batch = 500

  func run() throws(Problem) -> Counts {
    var counts = try replaceKeys()
    if areCompromised { try endSessions() }
    let steps = [
      step(Table.mails), step(Table.answers), step(Table.factors), step(Table.challenges), step(Table.pushTokens),
      step(Table.refreshTokens), step(Table.joinCodes),
    ]
    for step in steps { counts.resealed += try step.reseal() }
    for step in steps { counts.add(try step.remaining()) }
    counts.add(try remainingKeys())
    // A process with only the old key is refused from now on, unless it is still needed.
    if counts.remaining == 0 || areCompromised {
      try environment.store.write { (transaction) throws(Problem) in
        try environment.secret.removeOtherFingerprints(in: transaction)
      }
    }
    return counts
  }

  /// Creates the new signing key, unless an earlier run has created it, and re-encrypts the hash keys.
  private func replaceKeys() throws(Problem) -> Counts {
    try environment.store.write { (transaction) throws(Problem) in
      var counts = Counts()
      var areOld = false
      for key in try transaction.sealed.sealedSigningKeys()
      where try environment.secret.sealing(of: key.sealed, for: .signingKeys, at: key.key) != .current {
        areOld = true
      }
      if areOld || areCompromised {
        try environment.authentication.accessTokens.replaceKeys(
          areCompromised: areCompromised, at: environment.clock(), in: transaction)
      }
      counts.resealed = try environment.hashKeys.reseal(in: transaction)
      // Access tokens are made again when they are next needed.
      try ServiceTokens(environment).reseal(transaction)
      // The key of refresh tokens.
      if areCompromised { try environment.hashKeys.replace(.refreshTokens, at: environment.clock(), in: transaction) }
      return counts
    }
  }

  /// Ends the sessions, whose tokens were made with keys that no longer exist.
  private func endSessions() throws(Problem) {
    let timestamp = environment.clock()
    var ended = Self.batch
    while ended == Self.batch {
      ended = try environment.store.sweep { (transaction) throws(Problem) in
        try transaction.sessions.end(
          begunBy: timestamp, as: .keysCompromised, at: environment.clock(), limit: Self.batch)
      }
    }
  }

  /// The encrypted values of one table, and how to replace one.
  fileprivate struct Table<Key: Sendable> {
    let purpose: SecretKey.Purpose
    let place: (Key) -> String
    let read: (Transaction, _ last: Key?) throws(Problem) -> [SealedValue<Key>]
    let replace: (Transaction, _ old: SealedValue<Key>, _ new: String) throws(Problem) -> Bool
  }

  /// The two things that are done with a table: all tables are resealed, and then what remains is counted in all.
  private struct Step {
    let reseal: () throws(Problem) -> Int
    let remaining: () throws(Problem) -> Counts
  }

  private func step<Key>(_ table: Table<Key>) -> Step {
    Step(
      reseal: { () throws(Problem) in try reseal(table) },
      remaining: { () throws(Problem) in try remaining(in: table) })
  }

  private func reseal<Key>(_ table: Table<Key>) throws(Problem) -> Int {
    var resealed = 0
    try walk(table) { (values) throws(Problem) in
      var old: [(value: SealedValue<Key>, new: String)] = []
      for value in values {
        if case .previous(let new) = try sealing(of: value, table) { old.append((value, new)) }
      }
      guard !old.isEmpty else { return }
      resealed += try environment.store.sweep { (transaction) throws(Problem) in
        var replaced = 0
        for (value, new) in old where try table.replace(transaction, value, new) { replaced += 1 }
        return replaced
      }
    }
    return resealed
  }

  private func remaining<Key>(in table: Table<Key>) throws(Problem) -> Counts {
    var counts = Counts()
    try walk(table) { (values) throws(Problem) in
      for value in values { counts.add(try sealing(of: value, table)) }
    }
    return counts
  }

  private func remainingKeys() throws(Problem) -> Counts {
    let (signing, hash) = try environment.store.read { (transaction) throws(Problem) in
      (try transaction.sealed.sealedSigningKeys(), try transaction.hashKeys.all())
    }
    var counts = Counts()
    for key in signing { counts.add(try environment.secret.sealing(of: key.sealed, for: .signingKeys, at: key.key)) }
    for key in hash { counts.add(try environment.secret.sealing(of: key.sealedKey, for: .hashKeys, at: key.name)) }
    return counts
  }

  private func sealing<Key>(of value: SealedValue<Key>, _ table: Table<Key>) throws(Problem) -> SecretKey.Sealing {
    guard !value.sealed.isEmpty else { return .current }
    return try environment.secret.sealing(of: value.sealed, for: table.purpose, at: table.place(value.key))
  }

  private func walk<Key>(
    _ table: Table<Key>, _ body: ([SealedValue<Key>]) throws(Problem) -> Void
  ) throws(Problem) {
    var last: Key?
    repeat {
      let values = try environment.store.read { (transaction) throws(Problem) in try table.read(transaction, last) }
      try body(values)
      last = values.count == Self.batch ? values.last?.key : nil
    } while last != nil
  }
}

extension KeyRotation.Counts {
  fileprivate mutating func add(_ others: Self) {
    remaining += others.remaining
    unknown += others.unknown
  }

  fileprivate mutating func add(_ sealing: SecretKey.Sealing) {
    switch sealing {
    case .current: break
    case .previous: remaining += 1
    case .unknown: unknown += 1
    }
  }
}

extension KeyRotation.Table<String> {
  fileprivate static var mails: Self {
    Self(
      purpose: .mailValues, place: { $0 },
      read: { (transaction, last) throws(Problem) in
        try transaction.sealed.sealedMails(after: last ?? "", limit: KeyRotation.batch)
      },
      replace: { (transaction, old, new) throws(Problem) in
        try transaction.sealed.replaceMailValues(of: old.key, old.sealed, by: new)
      })
  }

  fileprivate static var factors: Self {
    Self(
      purpose: .factors, place: { $0 },
      read: { (transaction, last) throws(Problem) in
        try transaction.sealed.sealedFactors(after: last ?? "", limit: KeyRotation.batch)
      },
      replace: { (transaction, old, new) throws(Problem) in
        try transaction.sealed.replaceFactorSecret(of: old.key, old.sealed, by: new)
      })
  }

  fileprivate static var pushTokens: Self {
    Self(
      purpose: .pushTokens, place: { $0 },
      read: { (transaction, last) throws(Problem) in
        try transaction.pushAddresses.sealedTokens(after: last ?? "", limit: KeyRotation.batch)
      },
      replace: { (transaction, old, new) throws(Problem) in
        try transaction.pushAddresses.replaceToken(of: old.key, old.sealed, by: new)
      })
  }

  fileprivate static var joinCodes: Self {
    Self(
      purpose: .joinCodes, place: { $0 },
      read: { (transaction, last) throws(Problem) in
        try transaction.sealed.sealedJoinCodes(after: last ?? "", limit: KeyRotation.batch)
      },
      replace: { (transaction, old, new) throws(Problem) in
        try transaction.sealed.replaceJoinCodes(of: old.key, old.sealed, by: new)
      })
  }

  fileprivate static var challenges: Self {
    Self(
      purpose: .challenges, place: { $0 },
      read: { (transaction, last) throws(Problem) in
        try transaction.sealed.sealedChallenges(after: last ?? "", limit: KeyRotation.batch)
      },
      replace: { (transaction, old, new) throws(Problem) in
        try transaction.sealed.replaceChallengeEvent(of: old.key, old.sealed, by: new)
      })
  }
}

extension KeyRotation.Table<IdentityKey> {
  fileprivate static var refreshTokens: Self {
    Self(
      purpose: .appleTokens, place: \.place,
      read: { (transaction, last) throws(Problem) in
        try transaction.identityTokens.sealedRefreshTokens(after: last, limit: KeyRotation.batch)
      },
      replace: { (transaction, old, new) throws(Problem) in
        try transaction.identityTokens.replaceRefreshTokens(of: old.key, old.sealed, by: new)
      })
  }
}

extension KeyRotation.Table<EventKey> {
  fileprivate static var answers: Self {
    Self(
      purpose: .answers, place: \.place,
      read: { (transaction, last) throws(Problem) in
        try transaction.sealed.sealedAnswers(after: last, limit: KeyRotation.batch)
      },
      replace: { (transaction, old, new) throws(Problem) in
        try transaction.sealed.replaceAnswer(of: old.key, old.sealed, by: new)
      })
  }
}
