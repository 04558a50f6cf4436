// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Creates an account with email and password, and queues the verification mail.
public struct SignUpRequest: FunctionRequest {
  /// What `sign-up` answers.
  public typealias Answer = SignUpResult

  /// `POST /sign-up`. It needs no session.
  public static let function = FunctionCall("sign-up", at: "/sign-up", for: .anyone)

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map
  /// its domain to ASCII. At most 254 characters.
  public var email: String

  /// A new password, normalized to NFC and never trimmed; the policy sets its rules. At most 256 characters.
  public var password: String

  /// The name that others see; the rules of `name` apply. At most 200 characters.
  public var displayName: String?

  /// A name with which a person can sign in instead of the address. Case and Unicode spelling do not matter. The
  /// policy's `profile.username` says whether accounts have one. 3 to 64 characters.
  public var username: String?

  /// The role of the account, one of the policy's `roles.signUp`. At most 64 characters.
  public var role: Role?

  /// A telephone number, such as `+1 555 123 4567`. One without a country calling code gets that of the policy's
  /// `profile.callingCode`. 3 to 32 characters.
  public var phone: String?

  /// The app's own fields, as `profile.fields` of the policy defines them; `JSONValue.null` removes a field.
  public var profile: [String: JSONValue]?

  /// A language tag (BCP 47), such as `de-AT`. At most 35 characters.
  public var locale: String?

  /// The person's day of birth as a calendar date: `2010-05-31`.
  public var birthDate: CalendarDay?

  /// The person's consent to the terms, and the address of their parent or guardian. Without `version` the person
  /// agrees to no terms, such as where the policy has none.
  public var consent: Consent?

  /// The device of the session.
  public var device: Device?

  /// Creates a request. What is nil is not sent.
  public init(
    email: String, password: String, displayName: String? = nil, username: String? = nil, role: Role? = nil,
    phone: String? = nil, profile: [String: JSONValue]? = nil, locale: String? = nil, birthDate: CalendarDay? = nil,
    consent: Consent? = nil, device: Device? = nil
  ) {
    self.email = email
    self.password = password
    self.displayName = displayName
    self.username = username
    self.role = role
    self.phone = phone
    self.profile = profile
    self.locale = locale
    self.birthDate = birthDate
    self.consent = consent
    self.device = device
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.email = try container.required("email")
    self.password = try container.required("password")
    self.displayName = try container.optional("displayName")
    self.username = try container.optional("username")
    self.role = try container.optional("role")
    self.phone = try container.optional("phone")
    self.profile = try container.optional("profile")
    self.locale = try container.optional("locale")
    self.birthDate = try container.optional("birthDate")
    self.consent = try container.optional("consent")
    self.device = try container.optional("device")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(email, "email")
    try container.write(password, "password")
    try container.writeIfPresent(displayName, "displayName")
    try container.writeIfPresent(username, "username")
    try container.writeIfPresent(role, "role")
    try container.writeIfPresent(phone, "phone")
    try container.writeIfPresent(profile, "profile")
    try container.writeIfPresent(locale, "locale")
    try container.writeIfPresent(birthDate, "birthDate")
    try container.writeIfPresent(consent, "consent")
    try container.writeIfPresent(device, "device")
  }
}

/// What `sign-up` answers to ``SignUpRequest``.
public struct SignUpResult: Codable, Equatable, Sendable {
  /// A person who can sign in. `email` is nil if the provider gave none.
  public var account: Account

  /// The tokens of a session.
  public var session: Tokens

  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show or
  /// delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState

  /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of
  /// the address.
  public var missing: [MissingField]

  /// The pending invitations to the account's verified address that the account can accept with `accept-invitation`
  /// and `invitationId`, newest first. At most 20 entries.
  public var invitations: [WaitingInvitation]

  /// Creates a value, such as for a test or a preview.
  public init(
    account: Account, session: Tokens, state: AccountState, missing: [MissingField], invitations: [WaitingInvitation]
  ) {
    self.account = account
    self.session = session
    self.state = state
    self.missing = missing
    self.invitations = invitations
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.account = try container.required("account")
    self.session = try container.required("session")
    self.state = try container.required("state")
    self.missing = try container.required("missing")
    self.invitations = try container.required("invitations")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(account, "account")
    try container.write(session, "session")
    try container.write(state, "state")
    try container.write(missing, "missing")
    try container.write(invitations, "invitations")
  }
}
