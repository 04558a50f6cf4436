// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The app configuration deletion.
public struct AppConfigurationDeletion: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("AppConfigurationDeletion") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The days during which a deleted account can be restored.
  @_alwaysEmitIntoClient public var graceDays: Int {
    get { json[integer: 0] }
    set { json[integer: 0] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(graceDays: Int) {
    json = JSONMembers(Self.shape)
    self.graceDays = graceDays
  }
}

/// The check for bots; absent if there is none.
public struct AppConfigurationBotCheck: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("AppConfigurationBotCheck") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The provider.
  @_alwaysEmitIntoClient public var provider: AppConfigurationBotCheckProvider {
    get { json[choice: 0] }
    set { json[choice: 0] = newValue }
  }

  /// The functions that need a token.
  @_alwaysEmitIntoClient public var functions: [String] {
    get { json[texts: 1] }
    set { json[texts: 1] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(provider: AppConfigurationBotCheckProvider, functions: [String]) {
    json = JSONMembers(Self.shape)
    self.provider = provider
    self.functions = functions
  }
}

/// The app configuration limits.
public struct AppConfigurationLimits: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("AppConfigurationLimits") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  @_alwaysEmitIntoClient public var signIn: RateLimit {
    get { json[object: 0] }
    set { json[object: 0] = newValue }
  }

  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  @_alwaysEmitIntoClient public var signInAccount: RateLimit {
    get { json[object: 1] }
    set { json[object: 1] = newValue }
  }

  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  @_alwaysEmitIntoClient public var verifyEmail: RateLimit {
    get { json[object: 2] }
    set { json[object: 2] = newValue }
  }

  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  @_alwaysEmitIntoClient public var verifyEmailPause: RateLimit {
    get { json[object: 3] }
    set { json[object: 3] = newValue }
  }

  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  @_alwaysEmitIntoClient public var resetPassword: RateLimit {
    get { json[object: 4] }
    set { json[object: 4] = newValue }
  }

  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  @_alwaysEmitIntoClient public var signUp: RateLimit {
    get { json[object: 5] }
    set { json[object: 5] = newValue }
  }

  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  @_alwaysEmitIntoClient public var invite: RateLimit {
    get { json[object: 6] }
    set { json[object: 6] = newValue }
  }

  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  @_alwaysEmitIntoClient public var inviteRecipient: RateLimit {
    get { json[object: 7] }
    set { json[object: 7] = newValue }
  }

  /// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
  @_alwaysEmitIntoClient public var guardian: RateLimit {
    get { json[object: 8] }
    set { json[object: 8] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    signIn: RateLimit, signInAccount: RateLimit, verifyEmail: RateLimit, verifyEmailPause: RateLimit,
    resetPassword: RateLimit, signUp: RateLimit, invite: RateLimit, inviteRecipient: RateLimit, guardian: RateLimit
  ) {
    json = JSONMembers(Self.shape)
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
public struct AppConfigurationSignInProvider: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("AppConfigurationSignInProvider") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The name.
  @_alwaysEmitIntoClient public var name: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// The issuer.
  @_alwaysEmitIntoClient public var issuer: String {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// The audiences of ID tokens.
  @_alwaysEmitIntoClient public var clientIDs: [String] {
    get { json[texts: 2] }
    set { json[texts: 2] = newValue }
  }

  /// The nonce.
  @_alwaysEmitIntoClient public var nonce: Requirement {
    get { json[choice: 3] }
    set { json[choice: 3] = newValue }
  }

  /// The form of the nonce in the token: its SHA-256 in lower-case hexadecimal, or unchanged.
  @_alwaysEmitIntoClient public var nonceForm: AppConfigurationSignInProviderNonceForm {
    get { json[choice: 4] }
    set { json[choice: 4] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    name: String, issuer: String, clientIDs: [String], nonce: Requirement,
    nonceForm: AppConfigurationSignInProviderNonceForm
  ) {
    json = JSONMembers(Self.shape)
    self.name = name
    self.issuer = issuer
    self.clientIDs = clientIDs
    self.nonce = nonce
    self.nonceForm = nonceForm
  }
}

/// The rules for new passwords; absent if nobody can sign in with a password.
public struct AppConfigurationSignInPassword: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("AppConfigurationSignInPassword") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The min length.
  @_alwaysEmitIntoClient public var minLength: Int {
    get { json[integer: 0] }
    set { json[integer: 0] = newValue }
  }

  /// The require.
  @_alwaysEmitIntoClient public var require: [AppConfigurationSignInPasswordRequireItem] {
    get { json[choices: 1] }
    set { json[choices: 1] = newValue }
  }

  /// Whether the server refuses common passwords.
  @_alwaysEmitIntoClient public var denyCommon: Bool {
    get { json[flag: 2] }
    set { json[flag: 2] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    minLength: Int, require: [AppConfigurationSignInPasswordRequireItem], denyCommon: Bool
  ) {
    json = JSONMembers(Self.shape)
    self.minLength = minLength
    self.require = require
    self.denyCommon = denyCommon
  }
}

/// The relying party of passkeys; absent if they are off.
public struct AppConfigurationSignInPasskey: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("AppConfigurationSignInPasskey") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The rp ID.
  @_alwaysEmitIntoClient public var rpID: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(rpID: String) {
    json = JSONMembers(Self.shape)
    self.rpID = rpID
  }
}

/// The requirement.
public struct Requirement: OpenEnumeration {
  /// `required`
  @_alwaysEmitIntoClient public static var required: Requirement { Requirement(rawValue: "required") }
  /// `optional`
  @_alwaysEmitIntoClient public static var optional: Requirement { Requirement(rawValue: "optional") }

  /// The text of the value.
  public let rawValue: String

  /// The value with this text.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The presence.
public struct Presence: OpenEnumeration {
  /// `required`
  @_alwaysEmitIntoClient public static var required: Presence { Presence(rawValue: "required") }
  /// `optional`
  @_alwaysEmitIntoClient public static var optional: Presence { Presence(rawValue: "optional") }
  /// `off`
  @_alwaysEmitIntoClient public static var off: Presence { Presence(rawValue: "off") }

  /// The text of the value.
  public let rawValue: String

  /// The value with this text.
  public init(rawValue: String) { self.rawValue = rawValue }
}
