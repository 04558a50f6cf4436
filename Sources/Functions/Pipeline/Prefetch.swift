// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The queries that a function will probably need, so that they share one round trip to a server (see
/// `Transaction.prefetch`). The list of a function is in the file of the function, and this one has what several need.
/// `Tests/EndToEnd/storage/test_round_trips.py` counts the round trips.
package struct Prefetch {
  /// Runs the later code only to see which queries it starts. It gets no rows and may fail.
  fileprivate let run: (Decision) throws(Problem) -> Void

  init(_ run: @escaping (Decision) throws(Problem) -> Void) { self.run = run }

  init(_ lists: Prefetch...) {
    // Each by itself, because any of them may fail without rows.
    run = { (decision) throws(Problem) in for list in lists { decision.prefetch(list) } }
  }
}

extension Decision {
  func prefetch(_ list: Prefetch) { tables.prefetch { () throws(Problem) in try list.run(self) } }
}

extension Prefetch {
  static var nothing: Prefetch { Prefetch { (_) throws(Problem) in } }

  /// What every decision reads.
  static var pipeline: Prefetch {
    Prefetch(
      Prefetch { (decision) throws(Problem) in try decision.limits.requireCallsLeft() },
      Prefetch { (decision) throws(Problem) in
        let (call, tables) = (decision.call, decision.tables)
        if let event = call.event { _ = try tables.seenEvents.find(event.key, now: decision.now) }
        switch call.credential {
        case nil: return
        case .key(let key): _ = try tables.serviceKeys.find(id: key.id)
        case .session(let session):
          _ = try tables.sessions.find(id: session.id)
          _ = try tables.accounts.find(ofSession: session.id)
        }
        // The limits of signed-in callers need them.
        _ = try tables.hashKeys.all()
      })
  }

  /// The keys that sign access tokens, for decisions that begin or continue a session.
  static var tokenKeys: Prefetch {
    Prefetch { (decision) throws(Problem) in
      _ = try decision.tables.hashKeys.tokenKeys()
    }
  }

  /// The keys of hashes, with which limits and addresses are found.
  static var hashKeys: Prefetch {
    Prefetch { (decision) throws(Problem) in
      _ = try decision.tables.hashKeys.all()
    }
  }

  /// The account of an identity, and the accounts that claim its address.
  static func account(of identity: Identity) -> Prefetch {
    Prefetch { (decision) throws(Problem) in
      _ = try decision.identities.match(identity)
      if let email = identity.verifiedEmail { _ = try decision.tables.accounts.claimants(of: email) }
    }
  }

  static func pendingInvitations(for email: EmailAddress?) -> Prefetch {
    Prefetch { (decision) throws(Problem) in _ = try decision.invitations.pending(for: email) }
  }
}
