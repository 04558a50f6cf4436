// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Environment {
  /// What a code offers to somebody who only looks. It uses nothing up.
  ///
  /// A short code may be a guess, so that one that nothing has is counted. Otherwise nothing is written.
  /// - Throws: see `Invitations.offer(of:on:)`.
  package func lookedAt(_ code: PresentedCode, _ call: Call) throws(Problem) -> CodeOffer {
    guard code.short != nil else {
      return try readAtOnce(call) { (decision) throws(Problem) in
        // The invitation, and the link if there is no invitation.
        decision.transaction.prefetch { () throws(Problem) in _ = try decision.invitations.offer(of: code) }
        return try decision.invitations.offer(of: code)
      }
    }
    let found = try write(call) { (decision) throws(Problem) -> Result<CodeOffer, Problem> in
      do throws(Problem) {
        return .success(try decision.invitations.offer(of: code))
      } catch {
        guard error.isRefusal else { throw error }
        try decision.invitations.countWrongShortCode(error, code)
        return .failure(error)
      }
    }
    return try found.get()
  }

  /// Records the first look at an invitation that can be accepted. Later looks write nothing. The answer does not depend
  /// on it: a database that is read-only or busy records nothing.
  package func noteFirstView(of offer: CodeOffer) {
    guard case .invitation(let offer) = offer, offer.invitation.openedAt == nil else { return }
    store.note { (transaction) throws(Problem) in try transaction.invitations.markOpened(offer.invitation.id, at: now) }
  }

  /// The methods with which a person can take an offer: the identity providers and `password`, and with a mailed code for
  /// an address without an account also `email` and `passkey`.
  package func providers(thatAccept offer: CodeOffer) throws(Problem) -> [String] {
    var found = policy.providers.values.filter { !$0.audiences.isEmpty }.map(\.name)
    if policy.password != nil { found.append("password") }
    let methods = [policy.hasSignInCodes ? "email" : nil, policy.factors.passkey == nil ? nil : "passkey"]
    if let address = offer.mailedAddress, methods.contains(where: { $0 != nil }) {
      let hasAccount = try store.readAtOnce { (transaction) throws(Problem) in
        try transaction.accounts.find(email: address) != nil
      }
      if !hasAccount { found += methods.compactMap { $0 } }
    }
    return found.sorted()
  }
}
