// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A person signs in, with an ID token, with email or user name and password, with email and a mailed code, or with a
/// passkey. An unknown identity creates an account, if the policy allows sign-up in that role.
package enum SignIn: SignInFlow {
  package static let name = "sign-in"
  package static let isAboutAccountFields = true

  package struct Event {
    let credential: PresentedCredential
    /// JSON pointer to the ID token in the event's data.
    var tokenPlace = "/identity/idToken"
    /// The required role: an app for admins requires `admin`, for example.
    let role: String?
    /// The age and the consent that the person states.
    let statement: StatedConsent
    let device: Device?
    /// Whether to restore an account that is being deleted. Then no new account is created.
    var restores = false
  }

  enum PresentedCredential {
    case identity(PresentedIdentity)
    case password(PasswordLogin, String)
    case code(SignInCode)
    /// The challenge of `passkey-options`, and the answer of the authenticator.
    case passkey(challenge: [UInt8], credential: JSON)
    /// The code of the mail about a deletion.
    case deletionCode(String)
    /// An account that has proven who it is before, with what may be used once.
    case account(String, SingleUseToken)

    /// Whether a failed attempt counts for the limits of sign-ins. A mailed code has its own five attempts, so that
    /// nobody is locked out of their password.
    var countsAsGuess: Bool {
      switch self {
      case .code, .account: false
      case .identity, .password, .passkey, .deletionCode: true
      }
    }
  }

  package typealias Output = SignedInOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    try event(from: data, restores: data.flag("restore"))
  }

  static func event(from data: Fields, restores: Bool) throws(Problem) -> Event {
    Event(
      credential: try credential(in: data), role: data.optionalText("as"), statement: try data.statement(),
      device: try data.optionalDevice("device"), restores: restores)
  }

  /// The member of an event that says who the person is.
  private enum CredentialMember: String, CaseIterable {
    case identity, code, passkey, password

    init(in data: Fields) { self = Self.allCases.first { data.has($0.rawValue) } ?? .password }
  }

  private static func credential(in data: Fields) throws(Problem) -> PresentedCredential {
    switch CredentialMember(in: data) {
    case .identity: return .identity(try data.fields("identity").presentedIdentity())
    case .code: return .code(SignInCode(email: try data.email("email"), text: try data.text("code")))
    case .passkey:
      let passkey = try data.fields("passkey")
      return .passkey(challenge: try passkey.challenge("challenge"), credential: passkey.json("credential") ?? .null)
    case .password: return .password(try data.passwordLogin(), try data.text("password"))
    }
  }

  package static func provider(in data: Fields) -> String? {
    switch CredentialMember(in: data) {
    case .identity: data.optionalFields("identity")?.optionalText("provider")
    case .code: "email"
    case .passkey: "passkey"
    case .password: "password"
    }
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) -> [Problem.Field] {
    rules.birthDate(in: data) + rules.username(in: data, isNew: false)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    if case .passkey(let challenge, let credential) = event.credential {
      return try answer(event, challenge, credential, call, environment)
    }
    let credential = try verify(event.credential, on: event.device, call, environment)
    let guessed = credential.guessed
    // A call that names an account by its user name is audited like one that names it by its address.
    var call = call
    call.email = call.email ?? guessed?.email
    return try environment.decide(
      call, continuation: (try? credential.get()).map { Verified(event, $0).stored(call) },
      prefetch: .signIn(try? credential.get()),
      onRefusal: { (decision, problem) throws(Problem) in
        switch event.credential {
        case .code(let code): try decision.codes.countWrongCode(problem, code)
        case .deletionCode(let code): try decision.codes.countWrongCode(problem, code)
        case .account: break
        case .identity, .password, .passkey:
          guard problem.code.isFailedCredential else { return }
          try decision.limits.countGuess(account: guessed, on: event.device)
        }
      }
    ) { (decision) throws(Problem) in
      if event.credential.countsAsGuess {
        try decision.limits.requireGuessesLeft(account: guessed, on: event.device)
      }
      return try decide(Verified(event, try credential.get()), decision)
    }
  }

  package static func decide(_ event: Verified, _ decision: Decision) throws(Problem) -> Output {
    let account =
      switch event.credential {
      case .code(let code): try decision.account(of: code, event)
      case .account(let id, let token): try decision.account(id, using: token)
      case .deletionCode(let code): try account(ofDeletionCode: code, event, decision)
      case .identity(let identity): try account(of: identity, event, decision)
      case .password(let check): try account(of: check, event, decision)
      }
    return try decision.sessions.signedIn(account, on: event.device)
  }

  /// The verified credential. It is verified before the transaction, which must not wait for keys or a hash.
  enum VerifiedCredential {
    case identity(Identity)
    case password(PasswordCheck)
    /// A code is verified in the transaction, because it can be used once.
    case code(SignInCode)
    case deletionCode(String)
    case account(String, SingleUseToken)
  }

  /// The event with its verified credential.
  package struct Verified: VerifiedEvent {
    let credential: VerifiedCredential
    let tokenPlace: String
    let role: String?
    let statement: StatedConsent
    let device: Device?
    let restores: Bool
  }

  private static func verify(
    _ credential: PresentedCredential, on device: Device?, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Result<VerifiedCredential, Problem> {
    switch credential {
    case .identity(let presented):
      return try environment.identities.verified(presented).map(VerifiedCredential.identity)
    case .password(let login, let password):
      return .success(.password(try PasswordCheck.verifying(password, of: login, on: device, call, environment)))
    case .code(let code):
      if code.purpose == .signIn { try environment.policy.requireSignInCodes() }
      return .success(.code(code))
    case .passkey: throw .bug("a passkey is verified in the transaction")
    case .deletionCode(let code): return .success(.deletionCode(code))
    case .account(let id, let token): return .success(.account(id, token))
    }
  }
}

extension Result where Success == SignIn.VerifiedCredential {
  /// The account whose password is tried; nil for other credentials.
  fileprivate var guessed: GuessedAccount? {
    if case .success(.password(let check)) = self { check.guessed } else { nil }
  }
}

extension SignIn.Verified {
  fileprivate init(_ event: SignIn.Event, _ credential: SignIn.VerifiedCredential) {
    self.init(
      credential: credential, tokenPlace: event.tokenPlace, role: event.role, statement: event.statement,
      device: event.device,
      restores: event.restores)
  }

  package init(_ data: Fields) throws(Problem) {
    let credential: SignIn.VerifiedCredential =
      if let identity = data.optionalFields("identity") {
        .identity(try Identity(stored: identity))
      } else if let code = data.optionalFields("code") {
        .code(try SignInCode(stored: code))
      } else if let code = data.optionalText("deletionCode") {
        .deletionCode(code)
      } else {
        .password(try PasswordCheck(stored: try data.fields("password")))
      }
    self.init(
      credential: credential, tokenPlace: try data.text("tokenPlace"), role: data.optionalText("as"),
      statement: try data.statement(), device: try data.optionalDevice("device"), restores: data.flag("restore"))
  }

  package var json: JSON {
    let verified: JSON =
      switch credential {
      case .identity(let identity): ["identity": identity.stored]
      case .password(let check): ["password": check.stored]
      case .code(let code): ["code": code.stored]
      case .deletionCode(let code): ["deletionCode": .string(code)]
      // Clients of Supabase Auth get no challenge.
      case .account: [:]
      }
    let members: JSON = .object([
      "tokenPlace": JSON(tokenPlace), "as": role.map(JSON.string), "device": device?.stored,
      "restore": restores ? true : nil,
    ])
    return verified.merging(members).merging(statement.members)
  }
}

extension Sessions {
  /// Signs in to an account that a credential has proven, and restores it first if the person wants that.
  func signedIn(_ account: Account, on device: Device?) throws(Problem) -> SignedInOutput {
    let terms = decision.call.sessionTerms
    if terms.requiresProvenAddress { try decision.policy.requireProvenAddress(of: account, on: decision.now) }
    if account.isBeingRestored { try decision.deletions.storeRestoration(of: account) }
    decision.prefetch(.session(of: account, on: device))
    let invitations = try decision.invitations.waitingInvitations(for: account)
    if terms.begins { try decision.audit(.accountSignedIn, account: account.id) }
    let session = try beginSession(for: account, on: device)
    return SignedInOutput(
      account: account.signedIn(at: decision.now), session: session,
      accountState: decision.policy.accountState(of: account, on: decision.now), invitations: invitations)
  }
}

extension SignIn {
  private static func account(of identity: Identity, _ event: Verified, _ decision: Decision) throws(Problem) -> Account
  {
    let match = try decision.identities.match(identity)
    guard let known = try decision.identities.resolve(identity, match, restores: event.restores) else {
      if event.restores { throw .nothingToRestore }
      let (entry, displayName) = try decision.invitations.entry(
        event.role ?? decision.call.supabase?.newRole, proven: identity.verifiedEmail, claimed: identity.email
      )
      let limits = decision.policy.signUpLimits(entry, decision.call)
      try decision.limits.require(limits)
      let applicant = Applicant(
        identity, entry: entry, displayName: displayName, locale: decision.call.language.text,
        statement: event.statement,
        places: ("/as", event.tokenPlace))
      let account = try decision.admission.admitted(
        applicant, omission: .allowed, identity: identity, device: event.device
      )
      let written = try decision.identities.write(.new(account), identity)
      if let metadata = decision.call.supabase?.metadata {
        try decision.transaction.userMetadata.set(metadata, of: account.id, at: decision.now)
      }
      try decision.limits.count(limits)
      return written
    }
    try requireRole(event.role, of: known.account)
    let account = try decision.admission.account(
      known.account, stating: event.statement, identity: identity, device: event.device
    )
    var written = try decision.identities.write(known, identity)
    try decision.admission.writeStatement(of: account, since: known.account)
    (written.birthDate, written.consent) = (account.birthDate, account.consent)
    return written
  }

  static func account(
    of code: SignInCode, _ event: Verified, _ decision: Decision
  ) throws(Problem) -> Account {
    let known = try decision.codes.account(of: code)
      .signingIn(at: decision.now, restores: event.restores)
    var proven = known
    if !known.emailVerified {
      proven = known.provenByCode(decision.policy, at: decision.now)
      // The role that the event names answers the question for it.
      if let role = event.role, proven.asksRole, decision.policy.roles.signUp.contains(role) || role == known.role {
        (proven.role, proven.asksRole) = (role, false)
      }
    }
    try requireRole(event.role, of: proven)
    var account = try decision.admission.account(proven, stating: event.statement, device: event.device)
    try decision.codes.use(code, of: proven, isFirstProof: !known.emailVerified)
    if proven.role != known.role {
      try decision.transaction.teamSuccession.leaveShared(known.id)
      try decision.transaction.operators.setRole(proven.role, of: known.id, at: decision.now)
    }
    try decision.admission.writeStatement(of: account, since: proven)
    if !known.emailVerified { account = try decision.identities.withQuestions(account) }
    return account
  }

  private static func account(of check: PasswordCheck, _ event: Verified, _ decision: Decision) throws(Problem)
    -> Account
  {
    let known = try check.account(restores: event.restores, decision)
    try requireRole(event.role, of: known)
    let account = try decision.admission.account(known, stating: event.statement, device: event.device)
    try check.renewHash(decision.transaction)
    try decision.admission.writeStatement(of: account, since: known)
    return account
  }

  private static func account(ofDeletionCode code: String, _ event: Verified, _ decision: Decision) throws(Problem)
    -> Account
  {
    let (known, _) = try decision.deletions.accountToRestore(withCode: code)
    let account = try decision.admission.account(known, stating: event.statement, device: event.device)
    try decision.admission.writeStatement(of: account, since: known)
    return account
  }

  static func requireRole(_ role: String?, of account: Account) throws(Problem) {
    guard role == nil || role == account.role else { throw .roleMismatch(accountIs: account.role) }
  }
}

extension Prefetch {
  fileprivate static func signIn(_ credential: SignIn.VerifiedCredential?) -> Prefetch {
    switch credential {
    case .code(let code):
      let owner = Prefetch { (decision) throws(Problem) in
        _ = try decision.transaction.accounts.find(email: code.email)
      }
      return Prefetch(hashKeys, tokenKeys, owner, pendingInvitations(for: code.email))
    case .identity(let identity):
      return Prefetch(hashKeys, tokenKeys, account(of: identity), pendingInvitations(for: identity.verifiedEmail))
    case .password(let check):
      let password = Prefetch { (decision) throws(Problem) in
        _ = try decision.transaction.passwords.passwordCredential(check.login)
      }
      return Prefetch(hashKeys, tokenKeys, password, pendingInvitations(for: check.email))
    case .deletionCode, .account, nil: return Prefetch(hashKeys, tokenKeys)
    }
  }
}
