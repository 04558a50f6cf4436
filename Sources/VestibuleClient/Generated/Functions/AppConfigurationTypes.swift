// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The app configuration limits.
public struct AppConfigurationLimits: Codable, Hashable, Sendable {
  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  public var signIn: RateLimit
  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  public var signInAccount: RateLimit
  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  public var verifyEmail: RateLimit
  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  public var verifyEmailPause: RateLimit
  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  public var resetPassword: RateLimit
  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  public var signUp: RateLimit
  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  public var invite: RateLimit
  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  public var inviteRecipient: RateLimit
  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  public var guardian: RateLimit

  /// Creates the value from its members.
  public init(
    signIn: RateLimit, signInAccount: RateLimit, verifyEmail: RateLimit, verifyEmailPause: RateLimit,
    resetPassword: RateLimit, signUp: RateLimit, invite: RateLimit, inviteRecipient: RateLimit, guardian: RateLimit
  ) {
    self.signIn = signIn
    self.signInAccount = signInAccount
    self.verifyEmail = verifyEmail
    self.verifyEmailPause = verifyEmailPause
    self.resetPassword = resetPassword
    self.signUp = signUp
    self.invite = invite
    self.inviteRecipient = inviteRecipient
    self.guardian = guardian
  }
}

/// The app configuration sign in provider.
public struct AppConfigurationSignInProvider: Codable, Hashable, Sendable {
  /// The name.
  public var name: String
  /// The issuer.
  public var issuer: String
  /// The audiences of ID tokens.
  public var clientIDs: [String]
  /// The nonce.
  public var nonce: Requirement
  /// The form of the nonce in the token: its SHA-256 in lower-case hexadecimal, or unchanged.
  public var nonceForm: AppConfigurationSignInProviderNonceForm

  /// Creates the value from its members.
  public init(
    name: String, issuer: String, clientIDs: [String], nonce: Requirement,
    nonceForm: AppConfigurationSignInProviderNonceForm
  ) {
    self.name = name
    self.issuer = issuer
    self.clientIDs = clientIDs
    self.nonce = nonce
    self.nonceForm = nonceForm
  }
}

/// The rules for new passwords; absent if nobody can sign in with a password.
public struct AppConfigurationSignInPassword: Codable, Hashable, Sendable {
  /// The min length.
  public var minLength: Int
  /// The require.
  public var require: [AppConfigurationSignInPasswordRequireItem]
  /// Whether the server refuses common passwords.
  public var denyCommon: Bool

  /// Creates the value from its members.
  public init(minLength: Int, require: [AppConfigurationSignInPasswordRequireItem], denyCommon: Bool) {
    self.minLength = minLength
    self.require = require
    self.denyCommon = denyCommon
  }
}

/// The relying party of passkeys; absent if they are off.
public struct AppConfigurationSignInPasskey: Codable, Hashable, Sendable {
  /// The rp ID.
  public var rpID: String

  /// Creates the value from its members.
  public init(rpID: String) {
    self.rpID = rpID
  }
}

/// The requirement.
public enum Requirement: RawRepresentable, Codable, Hashable, Sendable {
  /// `required`
  case required
  /// `optional`
  case optional
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "required": .required
      case "optional": .optional
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .required: "required"
    case .optional: "optional"
    case .other(let text): text
    }
  }
}

/// The presence.
public enum Presence: RawRepresentable, Codable, Hashable, Sendable {
  /// `required`
  case required
  /// `optional`
  case optional
  /// `off`
  case off
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "required": .required
      case "optional": .optional
      case "off": .off
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .required: "required"
    case .optional: "optional"
    case .off: "off"
    case .other(let text): text
    }
  }
}

/// The app configuration profile foreign phones.
public enum AppConfigurationProfileForeignPhones: RawRepresentable, Codable, Hashable, Sendable {
  /// `allowed`
  case allowed
  /// `refused`
  case refused
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "allowed": .allowed
      case "refused": .refused
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .allowed: "allowed"
    case .refused: "refused"
    case .other(let text): text
    }
  }
}

/// The app configuration bot check provider.
public enum AppConfigurationBotCheckProvider: RawRepresentable, Codable, Hashable, Sendable {
  /// `turnstile`
  case turnstile
  /// `hcaptcha`
  case hcaptcha
  /// `recaptcha`
  case recaptcha
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "turnstile": .turnstile
      case "hcaptcha": .hcaptcha
      case "recaptcha": .recaptcha
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .turnstile: "turnstile"
    case .hcaptcha: "hcaptcha"
    case .recaptcha: "recaptcha"
    case .other(let text): text
    }
  }
}

/// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
public struct RateLimit: Codable, Hashable, Sendable {
  /// The max.
  public var max: Int
  /// The seconds.
  public var seconds: Int
  /// The block seconds.
  public var blockSeconds: Int?

  /// Creates the value from its members.
  public init(max: Int, seconds: Int, blockSeconds: Int? = nil) {
    self.max = max
    self.seconds = seconds
    self.blockSeconds = blockSeconds
  }
}

/// The form of the nonce in the token: its SHA-256 in lower-case hexadecimal, or unchanged.
public enum AppConfigurationSignInProviderNonceForm: RawRepresentable, Codable, Hashable, Sendable {
  /// `sha256`
  case sha256
  /// `plain`
  case plain
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "sha256": .sha256
      case "plain": .plain
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .sha256: "sha256"
    case .plain: "plain"
    case .other(let text): text
    }
  }
}

/// The app configuration sign in password require item.
public enum AppConfigurationSignInPasswordRequireItem: RawRepresentable, Codable, Hashable, Sendable {
  /// `upper`
  case upper
  /// `lower`
  case lower
  /// `digit`
  case digit
  /// `letter`
  case letter
  /// `symbol`
  case symbol
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "upper": .upper
      case "lower": .lower
      case "digit": .digit
      case "letter": .letter
      case "symbol": .symbol
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .upper: "upper"
    case .lower: "lower"
    case .digit: "digit"
    case .letter: "letter"
    case .symbol: "symbol"
    case .other(let text): text
    }
  }
}
