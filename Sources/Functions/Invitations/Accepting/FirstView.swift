// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension PresentedCode {
  /// What the code offers to somebody who only looks. It uses nothing up.
  ///
  /// A short code may be a guess, so an unknown one is counted. Otherwise nothing is written.
  /// - Throws: see `Invitations.offer(of:on:)`.
  package func offer(seenBy call: Call, _ environment: Environment) throws(Problem) -> CodeOffer {
    guard short != nil else {
      return try environment.readAtOnce(call) { (decision) throws(Problem) in
        decision.prefetch(.offer(of: self))
        return try decision.invitations.offer(of: self)
      }
    }
    let found = try environment.write(call) { (decision) throws(Problem) -> Result<CodeOffer, Problem> in
      do throws(Problem) {
        return .success(try decision.invitations.offer(of: self))
      } catch {
        guard error.isRefusal else { throw error }
        try decision.invitations.countWrongShortCode(error, self)
        return .failure(error)
      }
    }
    return try found.get()
  }
}

extension CodeOffer {
  /// Records the first look at an invitation that can be accepted. Later looks write nothing. The answer does not
  /// depend on it: a database that is read-only or busy records nothing.
  package func noteFirstView(_ environment: Environment) {
    guard case .invitation(let details) = self, details.invitation.openedAt == nil else { return }
    environment.store.note { (transaction) throws(Problem) in
      try transaction.invitations.markOpened(details.invitation.id, at: environment.now)
    }
  }
}
