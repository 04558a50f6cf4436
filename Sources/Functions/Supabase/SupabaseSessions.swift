// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

extension Sessions {
  /// The claims of Supabase's access tokens. The others stay: a token opens the functions of this service too.
  /// `user_metadata` is left out if the token would be too long for a header with the policy's own claims.
  func supabaseClaims(
    of session: Session, _ account: Account, with own: JSON.Members
  ) throws(Problem) -> JSON {
    let metadata = try decision.tables.userMetadata.find(account.id)
    let isLong = metadata.canonicalLine.count + JSON.object(own).canonicalLine.count > AccessTokenRules.maximumBytes
    return [
      "aud": .string(Policy.supabaseAudience), "role": .string(Policy.supabaseAudience),
      "session_id": .string(session.id), "aal": .string(session.assuranceLevel), "amr": session.methods,
      "email": .string(account.emailVerified ? account.email?.text ?? "" : ""), "phone": "",
      "is_anonymous": false, "app_metadata": try appMetadata(of: account),
      "user_metadata": isLong ? [:] : metadata,
    ]
  }

  /// What an app reads and only the service changes.
  func appMetadata(of account: Account) throws(Problem) -> JSON {
    let methods = try decision.tables.accounts.signInMethods(of: account.id).map(SupabaseUser.provider)
    // A person who signs in by mailed codes alone has neither a password nor an identity.
    let providers = methods.isEmpty ? [SupabaseUser.email] : methods
    return ["provider": .string(providers[0]), "providers": JSON(providers), "role": .string(account.role)]
  }
}

extension Session {
  /// `aal2` if a second factor was passed.
  var assuranceLevel: String { factorAt == nil ? "aal1" : "aal2" }

  /// The methods by which the person has signed in (RFC 8176, in Supabase's form): the latest first.
  fileprivate var methods: JSON {
    let first = method.map { ("\($0)", createdAt) }
    let second = factorAt.map { ("totp", $0) }
    return .array(
      [second, first].compactMap { $0 }.map { name, time in
        ["method": .string(name), "timestamp": JSON(time.wholeSeconds)]
      })
  }
}

extension Policy {
  /// - Throws: `auth/email-not-verified` if the policy requires a proven address, which the account does not have.
  func requireProvenAddress(of account: Account, on now: Timestamp) throws(Problem) {
    let state = accountState(of: account, on: now)
    if state.state == .emailNotVerified { try state.requireSignedIn() }
  }
}

extension Sessions {
  /// - Throws: `auth/email-not-verified` if the sign-in needs a proven address and the account has none.
  func requireProvenAddress(of account: Account) throws(Problem) {
    guard decision.call.terms.sessions.requiresProvenAddress else { return }
    try decision.policy.requireProvenAddress(of: account, on: decision.now)
  }
}
