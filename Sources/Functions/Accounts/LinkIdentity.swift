// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A signed-in person links another identity to their account.
package enum LinkIdentity: Function {
  package static let name = "link-identity"
  package static let needsRecentSignIn = true

  package struct Event {
    let identity: PresentedIdentity
  }

  package typealias Output = ProvidersOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(identity: try data.fields("identity").presentedIdentity())
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let identity = try environment.authentication.idTokens.verified(event.identity)
    return try environment.decide(call) { (decision) throws(Problem) in
      let caller = try decision.requireCaller()
      try requireProvenAddress(of: caller)
      let identity = try identity.get()
      let owner = try decision.tables.identities.account(of: identity)
      guard owner == nil || owner?.account.id == caller.id else {
        throw Problem(.providerAlreadyLinked, "the identity belongs to another account")
      }
      let hasOther = try decision.tables.identities.hasIdentity(caller.id, of: identity.issuer)
      guard owner != nil || !hasOther else {
        throw Problem(.providerAlreadyLinked, "the account has another identity of this provider; unlink it first")
      }
      guard let known = try decision.tables.accounts.find(id: caller.id) else {
        throw .bug("the caller's account does not exist")
      }
      let addressOwner: Account? =
        if let email = identity.verifiedEmail { try decision.tables.accounts.find(email: email) } else { nil }

      if let linked = owner?.identity {
        try decision.identities.update(linked, to: identity, of: known)
      } else {
        try decision.identities.link(identity, to: known)
      }
      if let email = identity.verifiedEmail,
        decision.addresses.canAdd(email, to: known, ownedBy: addressOwner, by: .asked)
      {
        _ = try decision.addresses.add(email, to: known, ownedBy: addressOwner)
      }
      try decision.appleTokens.exchangeCode(of: identity)
      return Output(methods: try decision.tables.accounts.signInMethods(of: caller.id))
    }
  }
  /// - Throws: `auth/email-not-verified` for an account whose address nobody has proven.
  static func requireProvenAddress(of account: Account) throws(Problem) {
    guard account.emailVerified || account.email == nil else {
      throw Problem(.emailNotVerified, "an identity can be linked only after the address is verified")
    }
  }
}
