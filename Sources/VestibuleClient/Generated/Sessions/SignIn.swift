// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Signs in with an ID token, with email or user name and password, with email and a mailed code, or with a passkey;
/// a new identity creates an account where the policy allows sign-up.
///
/// Exactly one of these is present:
/// - `identity`
/// - `email` and `password`
/// - `username` and `password`
/// - `passkey`
/// - `email` and `code`
public struct SignInRequest: FunctionRequest {
  /// What `sign-in` answers.
  public typealias Answer = SignInResult

  /// `POST /sign-in`. It needs no session.
  public static let function = FunctionCall("sign-in", at: "/sign-in", for: .anyone)

  /// An ID token of an identity provider.
  public internal(set) var identity: Identity?

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map
  /// its domain to ASCII. At most 254 characters.
  public internal(set) var email: String?

  /// A name with which a person can sign in instead of the address. Case and Unicode spelling do not matter. The
  /// policy's `profile.username` says whether accounts have one. 3 to 64 characters.
  public internal(set) var username: String?

  /// A password, normalized to NFC and never trimmed. At most 256 characters.
  public internal(set) var password: String?

  /// A challenge of `passkey-options`, and the answer of the authenticator.
  public internal(set) var passkey: PasskeyAnswer?

  /// The code of the mail that `request-sign-in` sends. Case and hyphens do not matter. At most 128 characters.
  public internal(set) var code: String?

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

  /// Whether to restore an account that is being deleted. Then an unknown identity creates no account.
  public var restore: Bool?

  /// One of the static functions makes a request.
  init(
    identity: Identity? = nil, email: String? = nil, username: String? = nil, password: String? = nil,
    passkey: PasskeyAnswer? = nil, code: String? = nil, `as`: Role? = nil, device: Device? = nil,
    birthDate: CalendarDay? = nil, consent: Consent? = nil, restore: Bool? = nil
  ) {
    self.identity = identity
    self.email = email
    self.username = username
    self.password = password
    self.passkey = passkey
    self.code = code
    self.as = `as`
    self.device = device
    self.birthDate = birthDate
    self.consent = consent
    self.restore = restore
  }

  /// With the ID token of a provider.
  public static func identity(
    _ identity: Identity, `as`: Role? = nil, device: Device? = nil, birthDate: CalendarDay? = nil,
    consent: Consent? = nil, restore: Bool? = nil
  ) -> SignInRequest {
    SignInRequest(
      identity: identity, as: `as`, device: device, birthDate: birthDate, consent: consent, restore: restore)
  }

  /// With an address and a password.
  public static func password(
    email: String, password: String, `as`: Role? = nil, device: Device? = nil, birthDate: CalendarDay? = nil,
    consent: Consent? = nil, restore: Bool? = nil
  ) -> SignInRequest {
    SignInRequest(
      email: email, password: password, as: `as`, device: device, birthDate: birthDate, consent: consent,
      restore: restore)
  }

  /// With a user name and a password.
  public static func password(
    username: String, password: String, `as`: Role? = nil, device: Device? = nil, birthDate: CalendarDay? = nil,
    consent: Consent? = nil, restore: Bool? = nil
  ) -> SignInRequest {
    SignInRequest(
      username: username, password: password, as: `as`, device: device, birthDate: birthDate, consent: consent,
      restore: restore)
  }

  /// With a passkey, by the options of `passkey-options` without a code.
  public static func passkey(
    _ passkey: PasskeyAnswer, `as`: Role? = nil, device: Device? = nil, birthDate: CalendarDay? = nil,
    consent: Consent? = nil, restore: Bool? = nil
  ) -> SignInRequest {
    SignInRequest(passkey: passkey, as: `as`, device: device, birthDate: birthDate, consent: consent, restore: restore)
  }

  /// With the code of the mail that `request-sign-in` sends.
  public static func mailedCode(
    _ code: String, email: String, `as`: Role? = nil, device: Device? = nil, birthDate: CalendarDay? = nil,
    consent: Consent? = nil, restore: Bool? = nil
  ) -> SignInRequest {
    SignInRequest(
      email: email, code: code, as: `as`, device: device, birthDate: birthDate, consent: consent, restore: restore)
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.identity = try container.optional("identity")
    self.email = try container.optional("email")
    self.username = try container.optional("username")
    self.password = try container.optional("password")
    self.passkey = try container.optional("passkey")
    self.code = try container.optional("code")
    self.as = try container.optional("as")
    self.device = try container.optional("device")
    self.birthDate = try container.optional("birthDate")
    self.consent = try container.optional("consent")
    self.restore = try container.optional("restore")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(identity, "identity")
    try container.writeIfPresent(email, "email")
    try container.writeIfPresent(username, "username")
    try container.writeIfPresent(password, "password")
    try container.writeIfPresent(passkey, "passkey")
    try container.writeIfPresent(code, "code")
    try container.writeIfPresent(`as`, "as")
    try container.writeIfPresent(device, "device")
    try container.writeIfPresent(birthDate, "birthDate")
    try container.writeIfPresent(consent, "consent")
    try container.writeIfPresent(restore, "restore")
  }
}

/// What `sign-in` answers to ``SignInRequest``.
public enum SignInResult: Codable, Equatable, Sendable {
  /// Somebody who is signed in.
  case signedIn(SignedIn)
  /// The challenge of a second factor, which has to be passed first. There is no session yet.
  case challenged(FactorChallenge)

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    if container.contains("challenge") {
      self = .challenged(try FactorChallenge(from: decoder))
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
}
