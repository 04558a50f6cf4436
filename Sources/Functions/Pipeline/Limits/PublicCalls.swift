// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage
import Synchronization

/// Whether the call of a public function was counted for `limits.public`, or one with a service key for
/// `limits.serviceKey`. The copies of a call share it, so a page and the functions that it calls count once.
package final class CallCount: Sendable {
  private let done = Atomic(false)

  package init() {}

  fileprivate var isDone: Bool { done.load(ordering: .relaxed) }
  func finish() { done.store(true, ordering: .relaxed) }
}

extension Call {
  /// The limit of all calls together, and whose calls it counts; nil if the client is unknown.
  fileprivate var counted: (limit: Limit.Name, subject: String)? {
    if let key { return (.serviceKey, "service-key\n\(key.id)") }
    return clientNetwork.map { (.all, "public\n\($0)") }
  }
}

extension Limits {
  /// The limit of all calls together, and the key of its window; nil if the call is not counted. It is hashed
  /// with `SECRET_KEY` itself, because reading a key of the database would cost a query. A window of the previous key
  /// goes on.
  private func window() throws(Problem) -> (limit: Limit.Name, key: String)? {
    guard let count = decision.call.count, !count.isDone, let (limit, subject) = decision.call.counted else {
      return nil
    }
    let keys = try decision.secret.fingerprints(Array(subject.utf8), for: .clientWindows)
    guard let key = keys.first else { return nil }
    if keys.count > 1 { try decision.tables.clientWindows.rename(keys[1], to: key) }
    return (limit, key)
  }

  /// Counts a call of a public function, or one with a service key.
  /// - Throws: `auth/too-many-requests` if its client has called too many of them, or the key was used too often.
  func requireCallsLeft() throws(Problem) {
    guard let (name, key) = try window() else { return }
    let limit = decision.policy.limit(name)
    let window = try decision.tables.clientWindows.countCall(limit, key: key, now: decision.now)
    guard window.calls > limit.max else { return }
    throw Limits.exceeded(name, Allowance(left: 0, retryAfter: window.endsAt - decision.now))
  }
}

extension Environment {
  /// Counts a call that no decision has counted: it has only read, or it was refused before. The count may be lost, as
  /// any note. A function that has not opened the database does not open it for this.
  /// - Throws: `auth/too-many-requests`.
  package func countUndecided(_ call: Call) throws(Problem) {
    guard let count = call.count, !count.isDone, store.isOpen, call.counted != nil else { return }
    var refusal: Problem?
    note(call) { (decision) throws(Problem) in
      do throws(Problem) { try decision.limits.requireCallsLeft() } catch {
        guard error.isRefusal else { throw error }
        refusal = error
      }
    }
    count.finish()
    guard let refusal else { return }
    try auditRefusal(refusal, of: call)
    throw refusal
  }
}
