// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage
import Synchronization

/// Whether the call of a public function was counted for `limits.public`. The copies of a call share it, so that a page
/// and the functions that it calls count once.
package final class CallCount: Sendable {
  private let done = Atomic(false)

  package init() {}

  fileprivate var isDone: Bool { done.load(ordering: .relaxed) }
  func finish() { done.store(true, ordering: .relaxed) }
}

extension Limits {
  /// The key of a client's window; nil if the call is not counted. It is keyed with the secret key itself, because a key
  /// of the database would have to be read first. After a change of the key, windows begin anew.
  private func windowKey() throws(Problem) -> String? {
    guard let count = decision.call.count, !count.isDone, let client = decision.call.clientNetwork else { return nil }
    return try decision.environment.secret.fingerprints(Array("public\n\(client)".utf8), for: .clientWindows).first
  }

  /// Announces what `requireCallsLeft` runs.
  func prefetchCallsLeft() {
    decision.transaction.prefetch { () throws(Problem) in try requireCallsLeft() }
  }

  /// Counts a call of a public function.
  /// - Throws: `auth/too-many-requests` if its client has called too many of them.
  func requireCallsLeft() throws(Problem) {
    guard let key = try windowKey() else { return }
    let limit = decision.policy.limit(.all)
    let window = try decision.transaction.clientWindows.countCall(limit, key: key, now: decision.now)
    guard window.calls > limit.max else { return }
    throw Limits.exceeded(.all, Allowance(left: 0, retryAfter: window.endsAt - decision.now))
  }
}

extension Environment {
  /// Counts a call that no decision has counted: it has only read, or it was refused before. The count may be lost, as
  /// any note. A function that has not opened the database does not open it for this.
  /// - Throws: `auth/too-many-requests`.
  package func countUndecided(_ call: Call) throws(Problem) {
    guard let count = call.count, !count.isDone, store.isOpen, call.clientNetwork != nil else { return }
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
