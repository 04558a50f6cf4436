// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// `user` and `reauthenticate`: the signed-in person.
extension SupabaseRequest {
  func user() throws(Problem) -> SupabaseResponse { SupabaseResponse(try user(try caller.id)) }

  /// Changes the password, the address and `user_metadata`. What cannot be changed is refused before anything is.
  func updateUser() throws(Problem) -> SupabaseResponse {
    guard text("phone") == nil else { return notOffered(.phoneProviderDisabled) }
    for name in ["password", "email", "nonce"] {
      guard let value = body.json(name), value != .null, value.string == nil else { continue }
      throw .invalid("/\(name)", .eventInvalid, "should be a text")
    }
    let added = try body.json("data").flatMap { (data) throws(Problem) in
      data == .null ? nil : try merged(try userMetadata(data), into: try caller.id)
    }
    // Whether the address can be used is known before the password is changed.
    let update: InnerCall<UpdateAccount>? =
      if text("email") == nil { nil } else {
        try InnerCall(of: UpdateAccount.self, .members([("email", body.json("email"))]), in: call, environment)
      }
    var supabase = SupabaseCall(method: .otp)
    supabase.target = try target()
    if let password = body.json("password")?.string { try change(password: password) }
    _ = try update?.answer { $0.supabase = supabase }
    if let added { try change(metadata: added) }
    return try user()
  }

  /// Members that an app adds to `user_metadata`.
  /// - Throws: `event/invalid` if it would be too large with them now.
  private func merged(_ added: JSON, into id: String) throws(Problem) -> JSON {
    try environment.read(call) { (decision) throws(Problem) in _ = try metadata(of: id, with: added, decision) }
    return added
  }

  private func change(metadata added: JSON) throws(Problem) {
    try requireCompleteSession()
    _ = try environment.decide(own("update-account")) { (decision) throws(Problem) in
      let id = try caller.id
      try decision.transaction.userMetadata.set(
        try metadata(of: id, with: added, decision), of: id, at: decision.now)
      try decision.audit(.accountUpdated, account: id)
      return JSONDocument([:])
    }
  }

  /// `user_metadata` with further members. null removes a member.
  /// - Throws: `event/invalid` if it is too large.
  func metadata(of id: String, with added: JSON, _ decision: Decision) throws(Problem) -> JSON {
    try userMetadata(try decision.transaction.userMetadata.find(id).merging(added).keepingValues)
  }

  /// A call of this person by which a decision is audited.
  func own(_ function: String) -> Call {
    var own = call.calling(function, provider: nil, isSignedIn: true, event: nil)
    if call.key == nil { own.supabase = SupabaseCall(method: .password) }
    return own
  }

  /// - Throws: `auth/factor-required` for a session that waits for its second factor.
  func requireCompleteSession() throws(Problem) {
    try environment.require(
      AccessRule.sessionInAnyState, of: Caller(account: try caller, .session(try call.requireSession())))
  }
}

extension JSON {
  /// The members that are not null: null removes a member.
  var keepingValues: JSON {
    .object(Members((members?.pairs ?? []).filter { $0.value != .null }))
  }
}

// MARK: The password

extension SupabaseRequest {
  /// Sets the password. It needs a recent sign-in, a session that began with a recovery, or a mailed `nonce`.
  private func change(password: String) throws(Problem) {
    try environment.policy.requirePasswords()
    try requireCompleteSession()
    let (caller, session) = (try caller, try call.requireSession())
    let (normal, bad) = environment.schema("newPassword").normalise(.string(password))
    let password = normal.string ?? ""
    let weakness = try bad.isEmpty ? AccountFieldRules(environment).weakness(of: password, at: "/password") : bad
    guard weakness.isEmpty else { throw .invalidAccount(weakness) }
    let nonce = text("nonce").flatMap { text in
      caller.email.map { SignInCode(email: $0, text: text) }
    }
    try session.requireFactor(of: caller)
    if nonce == nil { try requireRecent(session, caller) }
    let hash = try environment.passwords.hash(password)
    _ = try environment.decide(
      own("reset-password"),
      onRefusal: { (decision, problem) throws(Problem) in
        if let nonce { try decision.codes.countWrongCode(problem, nonce) }
      }
    ) { (decision) throws(Problem) in
      guard let account = try decision.transaction.accounts.find(id: caller.id), let email = account.email else {
        throw .invalid("/password", .eventInvalid, "needs an account with an address")
      }
      if let nonce {
        guard try decision.codes.account(of: nonce).id == account.id else {
          throw Problem(.codeInvalid, "the code was sent to another account")
        }
        try decision.codes.remove(nonce)
      }
      if account.emailVerified {
        try decision.admission.endClaims(to: email, exceptOf: account.id)
      } else if try decision.transaction.passwords.hash(of: account.id) == nil {
        // A provider has only claimed the address, which may be somebody else's.
        throw Problem(.emailNotVerified, "a password signs in with the address, which nobody has proven")
      }
      try decision.passwords.change(to: hash, of: account, email: email, by: session)
      return JSONDocument([:])
    }
  }

  private func requireRecent(_ session: Session, _ account: Account) throws(Problem) {
    // The mail has just proven the address, and its person is here to choose a new password.
    if session.method == SupabaseCall.Method.recovery.rawValue, session.reauthenticatedAt == nil,
      environment.now < session.createdAt + .hours(1)
    {
      return
    }
    try session.requireRecent(of: account, policy.session, at: environment.now)
  }

  /// `reauthenticate`: a mail with a code, which `PUT user` takes as `nonce`.
  func reauthenticate() throws(Problem) -> SupabaseResponse {
    try requireCompleteSession()
    let caller = try caller
    guard let email = caller.email else { throw .invalid("/email", .eventInvalid, "the account has no address") }
    _ = try environment.decide(own("request-sign-in")) { (decision) throws(Problem) in
      let limits = Limits.signInCode(to: email)
      try decision.limits.require(limits)
      try decision.limits.count(limits)
      _ = try decision.outbox.queueCode(.signIn, for: caller, to: email, isLeased: false)
      try decision.audit(.signInCodeRequested, account: caller.id)
      return JSONDocument([:])
    }
    return SupabaseResponse([:])
  }
}
