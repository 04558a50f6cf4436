// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Signs in with Apple in the request format of the Manajet app: `sign-in` with the provider `apple`.
public struct SignInWithAppleRequest: FunctionRequest {
  /// What `sign-in-with-apple` answers.
  public typealias Answer = SignInWithAppleResult

  /// `POST /api/auth/apple`. It needs no session.
  public static let function = FunctionCall("sign-in-with-apple", at: "/api/auth/apple", for: .anyone)

  /// The provider's ID token. At most 16384 characters.
  public var identityToken: String

  /// The token's subject; it must be equal to it. At most 255 characters.
  public var userIdentifier: String?

  /// Ignored, because the token contains the address. At most 254 characters.
  public var email: String?

  /// The name that Apple returns at the first sign-in.
  public var fullName: FullName?

  /// Apple's authorization code, as `identity.authorizationCode` of `sign-in`. At most 2048 characters.
  public var authorizationCode: String?

  /// The raw nonce of the request for the token; the token contains it in the form that the provider's `nonceForm`
  /// names. At most 512 characters.
  public var nonce: String?

  /// The role that the app is for; an account with another role is refused (`auth/role-mismatch`). Without it a new
  /// person whom nobody has invited gets the inviter's role if `roles.signUp` names that and the address is verified,
  /// otherwise the invitee's or the only one of `roles.signUp`. At most 64 characters.
  public var `as`: Role?

  /// The device of the session.
  public var device: Device?

  /// The person's day of birth as a calendar date: `2010-05-31`.
  public var birthDate: CalendarDay?

  /// The person's consent to the terms, and the address of their parent or guardian. Without `version` the person
  /// agrees to no terms, such as where the policy has none.
  public var consent: Consent?

  /// Creates a request. What is nil is not sent.
  public init(
    identityToken: String, userIdentifier: String? = nil, email: String? = nil, fullName: FullName? = nil,
    authorizationCode: String? = nil, nonce: String? = nil, `as`: Role? = nil, device: Device? = nil,
    birthDate: CalendarDay? = nil, consent: Consent? = nil
  ) {
    self.identityToken = identityToken
    self.userIdentifier = userIdentifier
    self.email = email
    self.fullName = fullName
    self.authorizationCode = authorizationCode
    self.nonce = nonce
    self.as = `as`
    self.device = device
    self.birthDate = birthDate
    self.consent = consent
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.identityToken = try container.required("identity_token")
    self.userIdentifier = try container.optional("user_identifier")
    self.email = try container.optional("email")
    self.fullName = try container.optional("full_name")
    self.authorizationCode = try container.optional("authorization_code")
    self.nonce = try container.optional("nonce")
    self.as = try container.optional("as")
    self.device = try container.optional("device")
    self.birthDate = try container.optional("birthDate")
    self.consent = try container.optional("consent")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(identityToken, "identity_token")
    try container.writeIfPresent(userIdentifier, "user_identifier")
    try container.writeIfPresent(email, "email")
    try container.writeIfPresent(fullName, "full_name")
    try container.writeIfPresent(authorizationCode, "authorization_code")
    try container.writeIfPresent(nonce, "nonce")
    try container.writeIfPresent(`as`, "as")
    try container.writeIfPresent(device, "device")
    try container.writeIfPresent(birthDate, "birthDate")
    try container.writeIfPresent(consent, "consent")
  }

  /// The name that Apple returns at the first sign-in.
  public struct FullName: Codable, Equatable, Sendable {
    /// The first name. At most 99 characters.
    public var givenName: String?

    /// The last name. At most 99 characters.
    public var familyName: String?

    /// Creates a value, such as for a test or a preview.
    public init(givenName: String? = nil, familyName: String? = nil) {
      self.givenName = givenName
      self.familyName = familyName
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.givenName = try container.optional("given_name")
      self.familyName = try container.optional("family_name")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.writeIfPresent(givenName, "given_name")
      try container.writeIfPresent(familyName, "family_name")
    }
  }
}

/// What `sign-in-with-apple` answers to ``SignInWithAppleRequest``.
public enum SignInWithAppleResult: Codable, Equatable, Sendable {
  /// Somebody who is signed in.
  case signedIn(SignedIn)
  /// The challenge of a second factor, which has to be passed first. There is no session yet.
  case challenged(Challenged)

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    if container.contains("challenge") {
      self = .challenged(try Challenged(from: decoder))
      return
    }
    self = .signedIn(try SignedIn(from: decoder))
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .signedIn(let value):
      try value.encode(to: encoder)
    case .challenged(let value):
      try value.encode(to: encoder)
    }
  }

  /// Somebody who is signed in.
  public struct SignedIn: Codable, Equatable, Sendable {
    /// Always true; a refusal has false.
    public var success: Bool

    /// The text to show the person.
    public var message: String

    /// A person who can sign in. `email` is nil if the provider gave none.
    public var account: Account

    /// The tokens of a session.
    public var session: Tokens

    /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show
    /// or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
    public var state: AccountState

    /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
    /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of
    /// the address.
    public var missing: [MissingField]

    /// The pending invitations to the account's verified address that the account can accept with `accept-invitation`
    /// and `invitationId`, newest first. At most 20 entries.
    public var invitations: [WaitingInvitation]

    /// What is accepted in the step that proves the account's address; nil if nothing waits.
    public var waiting: WaitingAcceptance?

    /// Creates a value, such as for a test or a preview.
    public init(
      success: Bool, message: String, account: Account, session: Tokens, state: AccountState, missing: [MissingField],
      invitations: [WaitingInvitation], waiting: WaitingAcceptance? = nil
    ) {
      self.success = success
      self.message = message
      self.account = account
      self.session = session
      self.state = state
      self.missing = missing
      self.invitations = invitations
      self.waiting = waiting
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.success = try container.required("success")
      self.message = try container.required("message")
      self.account = try container.required("account")
      self.session = try container.required("session")
      self.state = try container.required("state")
      self.missing = try container.required("missing")
      self.invitations = try container.required("invitations")
      self.waiting = try container.optional("waiting")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(success, "success")
      try container.write(message, "message")
      try container.write(account, "account")
      try container.write(session, "session")
      try container.write(state, "state")
      try container.write(missing, "missing")
      try container.write(invitations, "invitations")
      try container.writeIfPresent(waiting, "waiting")
    }
  }

  /// The challenge of a second factor, which has to be passed first. There is no session yet.
  public struct Challenged: Codable, Equatable, Sendable {
    /// Always true; a refusal has false.
    public var success: Bool

    /// The text to show the person.
    public var message: String

    /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show
    /// or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
    public var state: AccountState

    /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
    /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of
    /// the address.
    public var missing: [MissingField]

    /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts. At most 128
    /// characters.
    public var challenge: String

    /// The confirmed second factors of the account, oldest first. At most 10 entries.
    public var factors: [Factor]

    /// If one of the factors is a passkey: for `PublicKeyCredential.parseRequestOptionsFromJSON()`.
    public var options: [String: JSONValue]?

    /// Creates a value, such as for a test or a preview.
    public init(
      success: Bool, message: String, state: AccountState, missing: [MissingField], challenge: String,
      factors: [Factor], options: [String: JSONValue]? = nil
    ) {
      self.success = success
      self.message = message
      self.state = state
      self.missing = missing
      self.challenge = challenge
      self.factors = factors
      self.options = options
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.success = try container.required("success")
      self.message = try container.required("message")
      self.state = try container.required("state")
      self.missing = try container.required("missing")
      self.challenge = try container.required("challenge")
      self.factors = try container.required("factors")
      self.options = try container.optional("options")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(success, "success")
      try container.write(message, "message")
      try container.write(state, "state")
      try container.write(missing, "missing")
      try container.write(challenge, "challenge")
      try container.write(factors, "factors")
      try container.writeIfPresent(options, "options")
    }
  }
}
