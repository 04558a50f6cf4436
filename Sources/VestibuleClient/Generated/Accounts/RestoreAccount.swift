// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Restores an account that its owner has deleted, with the code of the deletion's mail or by signing in.
///
/// Exactly one of these is present:
/// - `code`
/// - `identity`
/// - `email` and `password`
/// - `username` and `password`
/// - `passkey`
public struct RestoreAccountRequest: FunctionRequest {
  /// What `restore-account` answers.
  public typealias Answer = RestoreAccountResult

  /// `POST /restore-account`. It needs no session.
  public static let function = FunctionCall("restore-account", at: "/restore-account", for: .anyone)

  /// The code of the mail about the deletion; with `email` the code of the mail that `request-sign-in` sends. At most
  /// 128 characters.
  public internal(set) var code: String?

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

  /// The role that the app is for; an account with another role is refused (`auth/role-mismatch`). At most 64
  /// characters.
  public var `as`: Role?

  /// The device of the session.
  public var device: Device?

  /// The person's day of birth as a calendar date: `2010-05-31`.
  public var birthDate: CalendarDay?

  /// The person's consent to the terms, and the address of their parent or guardian. Without `version` the person
  /// agrees to no terms, such as where the policy has none.
  public var consent: Consent?

  /// One of the static functions makes a request.
  init(
    code: String? = nil, identity: Identity? = nil, email: String? = nil, username: String? = nil,
    password: String? = nil, passkey: PasskeyAnswer? = nil, `as`: Role? = nil, device: Device? = nil,
    birthDate: CalendarDay? = nil, consent: Consent? = nil
  ) {
    self.code = code
    self.identity = identity
    self.email = email
    self.username = username
    self.password = password
    self.passkey = passkey
    self.as = `as`
    self.device = device
    self.birthDate = birthDate
    self.consent = consent
  }

  /// With the code of the mail.
  public static func code(
    _ code: String, `as`: Role? = nil, device: Device? = nil, birthDate: CalendarDay? = nil, consent: Consent? = nil
  ) -> RestoreAccountRequest {
    RestoreAccountRequest(code: code, as: `as`, device: device, birthDate: birthDate, consent: consent)
  }

  /// With the ID token of a provider.
  public static func identity(
    _ identity: Identity, `as`: Role? = nil, device: Device? = nil, birthDate: CalendarDay? = nil,
    consent: Consent? = nil
  ) -> RestoreAccountRequest {
    RestoreAccountRequest(identity: identity, as: `as`, device: device, birthDate: birthDate, consent: consent)
  }

  /// With an address and a password.
  public static func password(
    email: String, password: String, `as`: Role? = nil, device: Device? = nil, birthDate: CalendarDay? = nil,
    consent: Consent? = nil
  ) -> RestoreAccountRequest {
    RestoreAccountRequest(
      email: email, password: password, as: `as`, device: device, birthDate: birthDate, consent: consent)
  }

  /// With a user name and a password.
  public static func password(
    username: String, password: String, `as`: Role? = nil, device: Device? = nil, birthDate: CalendarDay? = nil,
    consent: Consent? = nil
  ) -> RestoreAccountRequest {
    RestoreAccountRequest(
      username: username, password: password, as: `as`, device: device, birthDate: birthDate, consent: consent)
  }

  /// With a passkey, by the options of `passkey-options` without a code.
  public static func passkey(
    _ passkey: PasskeyAnswer, `as`: Role? = nil, device: Device? = nil, birthDate: CalendarDay? = nil,
    consent: Consent? = nil
  ) -> RestoreAccountRequest {
    RestoreAccountRequest(passkey: passkey, as: `as`, device: device, birthDate: birthDate, consent: consent)
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.code = try container.optional("code")
    self.identity = try container.optional("identity")
    self.email = try container.optional("email")
    self.username = try container.optional("username")
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
    try container.writeIfPresent(username, "username")
    try container.writeIfPresent(password, "password")
    try container.writeIfPresent(passkey, "passkey")
    try container.writeIfPresent(`as`, "as")
    try container.writeIfPresent(device, "device")
    try container.writeIfPresent(birthDate, "birthDate")
    try container.writeIfPresent(consent, "consent")
  }
}

/// What `restore-account` answers to ``RestoreAccountRequest``.
public enum RestoreAccountResult: Codable, Equatable, Sendable {
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
