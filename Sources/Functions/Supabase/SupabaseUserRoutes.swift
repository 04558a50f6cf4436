// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// `user` and `reauthenticate`: the signed-in person.
extension SupabaseRequest {
  func user() throws(Problem) -> SupabaseResponse { SupabaseResponse(try user(try caller.id)) }

  /// Changes the password, the address and `user_metadata`. A value that cannot be changed is refused before any
  /// change is made.
  func updateUser() throws(Problem) -> SupabaseResponse {
    guard text("phone") == nil else { return notOffered(.phoneProviderDisabled) }
    for name in ["password", "email", "nonce"] {
      guard let value = body.json(name), value != .null, value.string == nil else { continue }
      throw .invalid("/\(name)", .eventInvalid, "should be a text")
    }
    let change = UserChange(
      password: try body.json("password")?.string.map(newPassword), address: try newAddress(),
      metadata: try body.json("data").flatMap { (data) throws(Problem) in
        data == .null ? nil : try userMetadata(data)
      })
    if change.hasParts { try decide(change) }
    return try user()
  }

  /// What `PUT user` changes, in one decision.
  private struct UserChange {
    let password: NewPassword?
    let address: UpdateAccount.Event?
    /// Members to add to `user_metadata`.
    let metadata: JSON?

    var hasParts: Bool { password != nil || address != nil || metadata != nil }
  }

  private func decide(_ change: UserChange) throws(Problem) {
    try requireCompleteSession()
    var call = auditedCall(of: change.password == nil ? UpdateAccount.name : "reset-password")
    var supabase = SupabaseCall(method: .otp)
    supabase.target = try target()
    call.terms = supabase.terms
    _ = try environment.decideAndSend(
      call, canQueueMail: change.address != nil,
      onRefusal: { (decision, problem) throws(Problem) in
        if let nonce = change.password?.nonce { try decision.codes.countWrongCode(problem, nonce) }
      }
    ) { (decision) throws(Problem) in
      let id = try caller.id
      let added = try change.metadata.map { (new) throws(Problem) in try metadata(of: id, with: new, decision) }
      let owner = try change.password.map { (new) throws(Problem) in try check(new, decision) }
      let address = try change.address.map { (event) throws(Problem) in try UpdateAccount.checked(event, decision) }
      // A new password ends the codes for a new address, so it comes first.
      if let password = change.password, let owner { try password.write(to: owner, decision) }
      let mails = try address?.write(decision).mails ?? []
      if let added {
        try decision.tables.userMetadata.set(added, of: id, at: decision.now)
        try decision.audit(.accountUpdated, account: id)
      }
      return (JSONDocument([:]), mails)
    }
  }

  /// The event of `update-account` for a new address.
  private func newAddress() throws(Problem) -> UpdateAccount.Event? {
    guard text("email") != nil else { return nil }
    return try InnerCall(of: UpdateAccount.self, .members([("email", body.json("email"))]), in: call, environment)
      .event()
  }

  /// `user_metadata` with further members. null removes a member.
  /// - Throws: `event/invalid` if it is too large.
  func metadata(of id: String, with added: JSON, _ decision: Decision) throws(Problem) -> JSON {
    try userMetadata(try decision.tables.userMetadata.find(id).merging(added).keepingValues)
  }

  /// A call of this person by which a decision is audited.
  func auditedCall(of function: String) -> Call {
    var own = call.calling(function, isSignedIn: true)
    if call.key == nil { own.terms = SupabaseCall(method: .password).terms }
    return own
  }

  /// - Throws: `auth/factor-required` for a session that waits for its second factor.
  func requireCompleteSession() throws(Problem) {
    try environment.require(
      AccessRule.sessionInAnyState, of: Caller(account: try caller, .session(try call.sessionAtEntry())))
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
  /// A password that was checked, before the decision.
  private struct NewPassword {
    let hash: String
    let nonce: SignInCode?
    let session: Session
    /// Whether it is the present one.
    let isSame: Bool

    func write(to owner: PasswordOwner, _ decision: Decision) throws(Problem) {
      if let nonce { try decision.codes.remove(nonce) }
      if owner.account.emailVerified { try decision.admission.endClaims(to: owner.email, exceptOf: owner.account.id) }
      try decision.passwords.change(to: hash, of: owner.account, email: owner.email, by: session)
    }
  }

  /// An account that may get a password, and the address with which the password signs in.
  private struct PasswordOwner {
    let account: Account
    let email: EmailAddress
  }

  /// Checks a new password. It needs a recent sign-in, a session that began with a recovery, or a mailed `nonce`.
  private func newPassword(_ text: String) throws(Problem) -> NewPassword {
    try environment.policy.requirePasswords()
    try requireCompleteSession()
    let (caller, session) = (try caller, try call.sessionAtEntry())
    let (normal, bad) = environment.catalogue.schema("newPassword").normalise(.string(text))
    let password = normal.string ?? ""
    let weakness =
      try bad.isEmpty ? AccountFieldRules(environment).brokenRules(ofPassword: password, at: "/password") : bad
    guard weakness.isEmpty else { throw .invalidAccount(weakness) }
    let nonce = self.text("nonce").flatMap { text in caller.email.map { SignInCode(email: $0, text: text) } }
    try session.requireFactor(of: caller)
    if nonce == nil { try requireRecent(session, caller) }
    return NewPassword(
      hash: try environment.authentication.passwordHasher.hash(password), nonce: nonce, session: session,
      isSame: try isOwn(password, of: caller))
  }

  /// The variant of `auth/weak-password` for a new password that is the present one.
  static let samePassword = "same"

  /// Whether a password is the account's. It is verified before the transaction, and the decision tells only those who
  /// may change the password.
  private func isOwn(_ password: String, of account: Account) throws(Problem) -> Bool {
    guard let email = account.email else { return false }
    return try PasswordCheck.verifying(password, of: .email(email), call, environment) { _ in [] }
      .isPassword(of: account)
  }

  private func check(_ new: NewPassword, _ decision: Decision) throws(Problem) -> PasswordOwner {
    guard let account = try decision.tables.accounts.find(id: try caller.id), let email = account.email else {
      throw .invalid("/password", .eventInvalid, "needs an account with an address")
    }
    if let nonce = new.nonce, try decision.codes.account(of: nonce).id != account.id {
      throw Problem(.codeInvalid, "the code was sent to another account")
    }
    guard !new.isSame else {
      throw .invalidAccount([
        Problem.Field(
          pointer: "/password", code: .weakPassword, detail: "is the present password", variant: Self.samePassword)
      ])
    }
    // A provider has only claimed the address, which may be somebody else's.
    let hasPassword = try decision.tables.passwords.hash(of: account.id) != nil
    guard account.emailVerified || hasPassword else {
      throw Problem(.emailNotVerified, "a password signs in with the address, which nobody has proven")
    }
    return PasswordOwner(account: account, email: email)
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
    _ = try environment.decide(auditedCall(of: "request-sign-in")) { (decision) throws(Problem) in
      let limits = Limits.signInCode(to: email)
      try decision.limits.require(limits)
      try decision.limits.count(limits)
      try decision.outbox.queueCode(.signIn, for: caller, to: email)
      try decision.audit(.signInCodeRequested, account: caller.id)
      return JSONDocument([:])
    }
    return SupabaseResponse([:])
  }
}
