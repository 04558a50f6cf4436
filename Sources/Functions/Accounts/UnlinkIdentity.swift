// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A signed-in person removes a provider from their account, unless it is the last one.
package enum UnlinkIdentity: Function {
  package static let name = "unlink-identity"
  package static let needsRecentSignIn = true

  package typealias Output = ProvidersOutput

  package static func event(from data: Fields) throws(Problem) -> String { try data.text("provider") }

  package static func answer(
    _ provider: String, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let (caller, session) = (try call.requireCaller(), try call.requireSession())
    return try environment.decide(call) { (decision) throws(Problem) in
      try session.requireRecent(of: caller, decision.policy.session, at: decision.now)
      guard try decision.canSignIn(caller, without: provider) else {
        throw Problem(.lastSignInMethod, "the account would have no sign-in method")
      }
      let providers = try decision.transaction.accounts.providers(of: caller.id)

      // An identity that has ended at its provider is removed too, so that another one can be linked.
      let hasEnded = try decision.transaction.identities.all(of: caller.id).contains { $0.provider == provider }
      if providers.contains(provider) || hasEnded {
        try decision.identities.unlink(provider, from: caller, keeping: session)
      }
      return Output(providers: try decision.transaction.accounts.providers(of: caller.id))
    }
  }
}

extension Decision {
  /// Whether an account has another sign-in method than a provider.
  package func canSignIn(_ account: Account, without provider: String) throws(Problem) -> Bool {
    if try transaction.accounts.providers(of: account.id) != [provider] { return true }
    return try transaction.factors.canSignInWithPasskey(account, policy, now: now)
  }
}
