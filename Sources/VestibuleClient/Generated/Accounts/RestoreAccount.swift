// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Restores an account that its owner has deleted, with the code of the deletion's mail or by signing in.
///
/// Exactly one of these is present:
/// - `code`
/// - `identity`
/// - `email` and `password`
/// - `passkey`
public struct RestoreAccountRequest: FunctionRequest {
  /// What `restore-account` answers.
  public typealias Answer = RestoreAccountResult

  /// `POST /restore-account`. It needs no session.
  public static let function = FunctionCall("restore-account", at: "/restore-account", for: .everyone)

  /// The code of the mail about the deletion; with `email` the code of the mail that `request-sign-in` sends. At most
  /// 128 characters.
  public var code: String?

  /// An ID token of an identity provider.
  public var identity: Identity?

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map
  /// its domain to ASCII. At most 254 characters.
  public var email: String?

  /// A password, normalized to NFC and never trimmed. At most 256 characters.
  public var password: String?

  /// A challenge of `passkey-options`, and the answer of the authenticator.
  public var passkey: PasskeyAnswer?

  /// The role that the app is for; an account with another role is refused (`auth/role-mismatch`). At most 64
  /// characters.
  public var `as`: String?

  /// The device of the session.
  public var device: Device?

  /// The person's day of birth as a calendar date: `2010-05-31`.
  public var birthDate: String?

  /// The person's consent to the terms, and the address of their parent or guardian. Without `version` the person
  /// agrees to no terms, such as where the policy has none.
  public var consent: Consent?

  /// Creates a request. What is nil is not sent.
  public init(
    code: String? = nil, identity: Identity? = nil, email: String? = nil, password: String? = nil,
    passkey: PasskeyAnswer? = nil, `as`: String? = nil, device: Device? = nil, birthDate: String? = nil,
    consent: Consent? = nil
  ) {
    self.code = code
    self.identity = identity
    self.email = email
    self.password = password
    self.passkey = passkey
    self.as = `as`
    self.device = device
    self.birthDate = birthDate
    self.consent = consent
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.code = try container.optional("code")
    self.identity = try container.optional("identity")
    self.email = try container.optional("email")
    self.password = try container.optional("password")
    self.passkey = try container.optional("passkey")
    self.as = try container.optional("as")
    self.device = try container.optional("device")
    self.birthDate = try container.optional("birthDate")
    self.consent = try container.optional("consent")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(code, "code")
    try container.writeIfPresent(identity, "identity")
    try container.writeIfPresent(email, "email")
    try container.writeIfPresent(password, "password")
    try container.writeIfPresent(passkey, "passkey")
    try container.writeIfPresent(`as`, "as")
    try container.writeIfPresent(device, "device")
    try container.writeIfPresent(birthDate, "birthDate")
    try container.writeIfPresent(consent, "consent")
  }
}

/// What `restore-account` answers to ``RestoreAccountRequest``.
///
/// Exactly one of these is present:
/// - `account` and `session` and `invitations`
/// - `challenge` and `factors`
public struct RestoreAccountResult: Codable, Equatable, Sendable {
  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show or
  /// delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState

  /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of
  /// the address.
  public var missing: [String]

  /// A person who can sign in. `email` is nil if the provider gave none.
  public var account: Account?

  /// The tokens of a session. Nil if `challenge` is present.
  public var session: Tokens?

  /// The pending invitations to the account's verified address that the account can accept with `accept-invitation`
  /// and `invitationId`, newest first. At most 20 entries. Nil if `challenge` is present.
  public var invitations: [WaitingInvitation]?

  /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts. Nil if `account`
  /// is present.
  public var challenge: String?

  /// The confirmed second factors of the account, oldest first. At most 10 entries. Nil if `account` is present.
  public var factors: [Factor]?

  /// If one of the factors is a passkey: for `PublicKeyCredential.parseRequestOptionsFromJSON()`.
  public var options: [String: JSONValue]?

  /// Creates a value, such as for a test or a preview.
  public init(
    state: AccountState, missing: [String], account: Account? = nil, session: Tokens? = nil,
    invitations: [WaitingInvitation]? = nil, challenge: String? = nil, factors: [Factor]? = nil,
    options: [String: JSONValue]? = nil
  ) {
    self.state = state
    self.missing = missing
    self.account = account
    self.session = session
    self.invitations = invitations
    self.challenge = challenge
    self.factors = factors
    self.options = options
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.state = try container.required("state")
    self.missing = try container.required("missing")
    self.account = try container.optional("account")
    self.session = try container.optional("session")
    self.invitations = try container.optional("invitations")
    self.challenge = try container.optional("challenge")
    self.factors = try container.optional("factors")
    self.options = try container.optional("options")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(state, "state")
    try container.write(missing, "missing")
    try container.writeIfPresent(account, "account")
    try container.writeIfPresent(session, "session")
    try container.writeIfPresent(invitations, "invitations")
    try container.writeIfPresent(challenge, "challenge")
    try container.writeIfPresent(factors, "factors")
    try container.writeIfPresent(options, "options")
  }
}
