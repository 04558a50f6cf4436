// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Takes what a code offers, an invitation or a link by which many people join: with an ID token, a password, a new
/// passkey or the mailed code alone, which finds or creates the account and starts a session; or with a session. With
/// a session it also accepts an invitation to the account's verified address by its id.
///
/// With `code` at most one of `identity`, `password`, `newPassword`, `byMail` and `passkey`; without any of them the
/// session of the call takes the offer. Exactly one of these is present:
/// - `code`
/// - `invitationId`
public struct AcceptInvitationRequest: FunctionRequest {
  /// What `accept-invitation` answers.
  public typealias Answer = AcceptInvitationResult

  /// `POST /accept-invitation`. It needs no session; with one the answer may differ.
  public static let function = FunctionCall("accept-invitation", at: "/accept-invitation", for: .sessionIfAny)

  /// The code in an invitation's link, or its short code: case and hyphens of that do not matter. At most 128
  /// characters.
  public internal(set) var code: String?

  /// Instead of a code, with a session: the id of an invitation that waits for the account's verified address. No
  /// other member goes with it. At most 64 characters.
  public internal(set) var invitationId: String?

  /// An ID token of an identity provider.
  public internal(set) var identity: Identity?

  /// The address of the account that `password` opens, or of the new one with `newPassword`; default then: the
  /// invited address. At most 254 characters.
  public internal(set) var email: String?

  /// A password, normalized to NFC and never trimmed. At most 256 characters.
  public internal(set) var password: String?

  /// A new password, normalized to NFC and never trimmed; the policy sets its rules. At most 256 characters.
  public internal(set) var newPassword: String?

  /// Whether the mailed code is enough: a new account without a password, where the policy has `providers.email` and
  /// the invited address has no account.
  public internal(set) var byMail: Bool?

  /// A new passkey for a new account, where the code was mailed.
  public internal(set) var passkey: PasskeyAnswer?

  /// The name that others see; the rules of `name` apply. At most 200 characters.
  public var displayName: String?

  /// The person's day of birth as a calendar date: `2010-05-31`.
  public var birthDate: CalendarDay?

  /// The person's consent to the terms, and the address of their parent or guardian. Without `version` the person
  /// agrees to no terms, such as where the policy has none.
  public var consent: Consent?

  /// The device of the session.
  public var device: Device?

  /// One of the static functions makes a request.
  init(
    code: String? = nil, invitationId: String? = nil, identity: Identity? = nil, email: String? = nil,
    password: String? = nil, newPassword: String? = nil, byMail: Bool? = nil, passkey: PasskeyAnswer? = nil,
    displayName: String? = nil, birthDate: CalendarDay? = nil, consent: Consent? = nil, device: Device? = nil
  ) {
    self.code = code
    self.invitationId = invitationId
    self.identity = identity
    self.email = email
    self.password = password
    self.newPassword = newPassword
    self.byMail = byMail
    self.passkey = passkey
    self.displayName = displayName
    self.birthDate = birthDate
    self.consent = consent
    self.device = device
  }

  /// With the ID token of a provider.
  public static func identity(
    _ identity: Identity, code: String, displayName: String? = nil, birthDate: CalendarDay? = nil,
    consent: Consent? = nil, device: Device? = nil
  ) -> AcceptInvitationRequest {
    AcceptInvitationRequest(
      code: code, identity: identity, displayName: displayName, birthDate: birthDate, consent: consent, device: device)
  }

  /// With the password of an account that exists.
  public static func password(
    _ password: String, email: String, code: String, birthDate: CalendarDay? = nil, consent: Consent? = nil,
    device: Device? = nil
  ) -> AcceptInvitationRequest {
    AcceptInvitationRequest(
      code: code, email: email, password: password, birthDate: birthDate, consent: consent, device: device)
  }

  /// With a password for a new account.
  public static func newPassword(
    _ newPassword: String, code: String, email: String? = nil, displayName: String? = nil,
    birthDate: CalendarDay? = nil, consent: Consent? = nil, device: Device? = nil
  ) -> AcceptInvitationRequest {
    AcceptInvitationRequest(
      code: code, email: email, newPassword: newPassword, displayName: displayName, birthDate: birthDate,
      consent: consent, device: device)
  }

  /// With the mail alone: a new account without a password.
  public static func mailAlone(
    code: String, displayName: String? = nil, birthDate: CalendarDay? = nil, consent: Consent? = nil,
    device: Device? = nil
  ) -> AcceptInvitationRequest {
    AcceptInvitationRequest(
      code: code, byMail: true, displayName: displayName, birthDate: birthDate, consent: consent, device: device)
  }

  /// With a new passkey for a new account, by the options of `passkey-options` with the same code.
  public static func newPasskey(
    _ passkey: PasskeyAnswer, code: String, displayName: String? = nil, birthDate: CalendarDay? = nil,
    consent: Consent? = nil, device: Device? = nil
  ) -> AcceptInvitationRequest {
    AcceptInvitationRequest(
      code: code, passkey: passkey, displayName: displayName, birthDate: birthDate, consent: consent, device: device)
  }

  /// As the person who is signed in.
  public static func asSignedIn(code: String) -> AcceptInvitationRequest {
    AcceptInvitationRequest(code: code)
  }

  /// As the person who is signed in: an invitation that waits for the account's address.
  public static func waiting(invitationId: String) -> AcceptInvitationRequest {
    AcceptInvitationRequest(invitationId: invitationId)
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.code = try container.optional("code")
    self.invitationId = try container.optional("invitationId")
    self.identity = try container.optional("identity")
    self.email = try container.optional("email")
    self.password = try container.optional("password")
    self.newPassword = try container.optional("newPassword")
    self.byMail = try container.optional("byMail")
    self.passkey = try container.optional("passkey")
    self.displayName = try container.optional("displayName")
    self.birthDate = try container.optional("birthDate")
    self.consent = try container.optional("consent")
    self.device = try container.optional("device")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(code, "code")
    try container.writeIfPresent(invitationId, "invitationId")
    try container.writeIfPresent(identity, "identity")
    try container.writeIfPresent(email, "email")
    try container.writeIfPresent(password, "password")
    try container.writeIfPresent(newPassword, "newPassword")
    try container.writeIfPresent(byMail, "byMail")
    try container.writeIfPresent(passkey, "passkey")
    try container.writeIfPresent(displayName, "displayName")
    try container.writeIfPresent(birthDate, "birthDate")
    try container.writeIfPresent(consent, "consent")
    try container.writeIfPresent(device, "device")
  }
}

/// What `accept-invitation` answers to ``AcceptInvitationRequest``.
public enum AcceptInvitationResult: Codable, Equatable, Sendable {
  /// What an acceptance leads to.
  case accepted(Accepted)
  /// The challenge of a second factor, which has to be passed first. There is no session yet.
  case challenged(FactorChallenge)

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    if container.contains("challenge") {
      self = .challenged(try FactorChallenge(from: decoder))
      return
    }
    self = .accepted(try Accepted(from: decoder))
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .accepted(let value):
      try value.encode(to: encoder)
    case .challenged(let value):
      try value.encode(to: encoder)
    }
  }

  /// What an acceptance leads to.
  public struct Accepted: Codable, Equatable, Sendable {
    /// A person who can sign in. `email` is nil if the provider gave none.
    public var account: Account

    /// What the inviter has assigned so far, oldest first. At most 100 entries.
    public var workouts: [Workout]

    /// Whether the account was created by this call.
    public var isNewAccount: Bool

    /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show
    /// or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
    public var state: AccountState

    /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
    /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of
    /// the address.
    public var missing: [MissingField]

    /// Nil if the invitation is not to the invitee's role, and while the acceptance waits.
    public var client: ClientRecord?

    /// Nil if the caller's session has taken the offer: it stays.
    public var session: Tokens?

    /// The `data` of the invitation; nil if it has none.
    public var data: JSONValue?

    /// Where the inviter wants the person to go now: a URL below one of the policy's `app.returnURLs`; nil if the
    /// invitation has none.
    public var returnURL: String?

    /// What is accepted in the step that proves the account's address; nil otherwise. `state` is then
    /// `emailNotVerified`.
    public var waiting: WaitingAcceptance?

    /// Present if the inviter has to agree. The account is not a client before that.
    public var joinRequest: JoinRequestState?

    /// Only of an account that begins with a passkey. They are shown only now.
    public var recoveryCodes: [String]?

    /// Creates a value, such as for a test or a preview.
    public init(
      account: Account, workouts: [Workout], isNewAccount: Bool, state: AccountState, missing: [MissingField],
      client: ClientRecord? = nil, session: Tokens? = nil, data: JSONValue? = nil, returnURL: String? = nil,
      waiting: WaitingAcceptance? = nil, joinRequest: JoinRequestState? = nil, recoveryCodes: [String]? = nil
    ) {
      self.account = account
      self.workouts = workouts
      self.isNewAccount = isNewAccount
      self.state = state
      self.missing = missing
      self.client = client
      self.session = session
      self.data = data
      self.returnURL = returnURL
      self.waiting = waiting
      self.joinRequest = joinRequest
      self.recoveryCodes = recoveryCodes
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.account = try container.required("account")
      self.workouts = try container.required("workouts")
      self.isNewAccount = try container.required("isNewAccount")
      self.state = try container.required("state")
      self.missing = try container.required("missing")
      self.client = try container.optional("client")
      self.session = try container.optional("session")
      self.data = try container.optional("data")
      self.returnURL = try container.optional("returnURL")
      self.waiting = try container.optional("waiting")
      self.joinRequest = try container.optional("joinRequest")
      self.recoveryCodes = try container.optional("recoveryCodes")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(account, "account")
      try container.write(workouts, "workouts")
      try container.write(isNewAccount, "isNewAccount")
      try container.write(state, "state")
      try container.write(missing, "missing")
      try container.writeIfPresent(client, "client")
      try container.writeIfPresent(session, "session")
      try container.writeIfPresent(data, "data")
      try container.writeIfPresent(returnURL, "returnURL")
      try container.writeIfPresent(waiting, "waiting")
      try container.writeIfPresent(joinRequest, "joinRequest")
      try container.writeIfPresent(recoveryCodes, "recoveryCodes")
    }
  }
}
