// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A signed-in person removes a provider from their account, unless it is the last sign-in method.
package enum UnlinkIdentity: Function {
  package static let name = "unlink-identity"
  package static let needsRecentSignIn = true

  package typealias Output = ProvidersOutput

  package static func event(from data: Fields) throws(Problem) -> SignInMethod {
    SignInMethod(try data.text("provider"))
  }

  package static func answer(
    _ method: SignInMethod, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let caller = try decision.requireCaller()
      guard try decision.identities.canSignIn(caller, without: method) else {
        throw Problem(.lastSignInMethod, "the account would have no sign-in method")
      }
      let methods = try decision.tables.accounts.signInMethods(of: caller.id)

      // An identity that has ended at its provider is removed too, so that another one can be linked.
      let hasEnded = try decision.tables.identities.all(of: caller.id).contains { $0.provider == method.name }
      if methods.contains(method) || hasEnded {
        try decision.identities.unlink(method, from: caller, keeping: try decision.requireSession())
      }
      return Output(methods: try decision.tables.accounts.signInMethods(of: caller.id))
    }
  }
}

extension Identities {
  /// Whether an account has another sign-in method.
  package func canSignIn(_ account: Account, without method: SignInMethod) throws(Problem) -> Bool {
    if try decision.tables.accounts.signInMethods(of: account.id) != [method] { return true }
    return try decision.tables.factors.canSignInWithPasskey(account, decision.policy, now: decision.now)
  }
}
