// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The second factors that people can enroll.
public struct AppConfigurationFactors: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationFactors") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// Whether authenticator apps (TOTP) are offered.
  @_alwaysEmitIntoClient public var totp: Bool {
    get { json[flag: 0] }
    set { update { $0[flag: 0] = newValue } }
  }

  /// Whether passkeys are offered as a second factor.
  @_alwaysEmitIntoClient public var passkey: Bool {
    get { json[flag: 1] }
    set { update { $0[flag: 1] = newValue } }
  }

  /// Roles whose accounts need a second factor.
  @_alwaysEmitIntoClient public var requiredFor: [String] {
    get { json[texts: 2] }
    set { update { $0[texts: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(totp: Bool, passkey: Bool, requiredFor: [String]) {
    var json = JSONMembers(Self.shape)
    json[flag: 0] = totp
    json[flag: 1] = passkey
    json[texts: 2] = requiredFor
    self.json = json
  }
}

/// What happens to a deleted account.
public struct AppConfigurationDeletion: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationDeletion") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The days during which a deleted account can be restored.
  @_alwaysEmitIntoClient public var graceDays: Int {
    get { json[integer: 0] }
    set { update { $0[integer: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(graceDays: Int) {
    var json = JSONMembers(Self.shape)
    json[integer: 0] = graceDays
    self.json = json
  }
}

/// The check for bots; absent if there is none.
public struct AppConfigurationBotCheck: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationBotCheck") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The service whose widget gives the token for the header X-Bot-Token.
  @_alwaysEmitIntoClient public var provider: AppConfigurationBotCheckProvider {
    get { json[choice: 0] }
    set { update { $0[choice: 0] = newValue } }
  }

  /// The functions that need a token.
  @_alwaysEmitIntoClient public var functions: [String] {
    get { json[texts: 1] }
    set { update { $0[texts: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(provider: AppConfigurationBotCheckProvider, functions: [String]) {
    var json = JSONMembers(Self.shape)
    json[choice: 0] = provider
    json[texts: 1] = functions
    self.json = json
  }
}

/// How often something may happen before `auth/too-many-requests`.
public struct AppConfigurationLimits: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationLimits") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// Failed sign-ins from one client address or one device.
  @_alwaysEmitIntoClient public var signIn: RateLimit {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// Wrong passwords of one account, and wrong second factors after a right password. `reauthenticate` counts
  /// with the same numbers for each session.
  @_alwaysEmitIntoClient public var signInAccount: RateLimit {
    get { json[object: 1] }
    set { update { $0[object: 1] = newValue } }
  }

  /// Verification mails to one address; requests of an account for its own address are counted separately.
  @_alwaysEmitIntoClient public var verifyEmail: RateLimit {
    get { json[object: 2] }
    set { update { $0[object: 2] = newValue } }
  }

  /// Verification mails in a short interval, counted as for `verifyEmail`.
  @_alwaysEmitIntoClient public var verifyEmailPause: RateLimit {
    get { json[object: 3] }
    set { update { $0[object: 3] = newValue } }
  }

  /// Password reset mails to one address.
  @_alwaysEmitIntoClient public var resetPassword: RateLimit {
    get { json[object: 4] }
    set { update { $0[object: 4] = newValue } }
  }

  /// Sign-ups from one client address, and tries of one account to get user names that others have.
  @_alwaysEmitIntoClient public var signUp: RateLimit {
    get { json[object: 5] }
    set { update { $0[object: 5] = newValue } }
  }

  /// Invitations of one inviter.
  @_alwaysEmitIntoClient public var invite: RateLimit {
    get { json[object: 6] }
    set { update { $0[object: 6] = newValue } }
  }

  /// Invitations of one inviter to one recipient: an address, or a telephone number.
  @_alwaysEmitIntoClient public var inviteRecipient: RateLimit {
    get { json[object: 7] }
    set { update { $0[object: 7] = newValue } }
  }

  /// Mails that ask one guardian's address for consent.
  @_alwaysEmitIntoClient public var guardian: RateLimit {
    get { json[object: 8] }
    set { update { $0[object: 8] = newValue } }
  }

  /// Mails that one client address requests with `request-sign-in`, `reset-password` and `verify-email`
  /// together. Requests of an account for its own address do not count.
  @_alwaysEmitIntoClient public var mailRequests: RateLimit {
    get { json[object: 9] }
    set { update { $0[object: 9] = newValue } }
  }

  /// Calls of all public functions together from one client address.
  @_alwaysEmitIntoClient public var `public`: RateLimit {
    get { json[object: 10] }
    set { update { $0[object: 10] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    signIn: RateLimit, signInAccount: RateLimit, verifyEmail: RateLimit, verifyEmailPause: RateLimit,
    resetPassword: RateLimit, signUp: RateLimit, invite: RateLimit, inviteRecipient: RateLimit, guardian: RateLimit,
    mailRequests: RateLimit, `public`: RateLimit
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = signIn
    json[object: 1] = signInAccount
    json[object: 2] = verifyEmail
    json[object: 3] = verifyEmailPause
    json[object: 4] = resetPassword
    json[object: 5] = signUp
    json[object: 6] = invite
    json[object: 7] = inviteRecipient
    json[object: 8] = guardian
    json[object: 9] = mailRequests
    json[object: 10] = `public`
    self.json = json
  }
}

/// An identity provider.
public struct AppConfigurationSignInProvider: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationSignInProvider") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The provider's name in the policy, for `identity.provider`.
  @_alwaysEmitIntoClient public var name: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The `iss` of the provider's ID tokens.
  @_alwaysEmitIntoClient public var issuer: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The audiences of ID tokens.
  @_alwaysEmitIntoClient public var clientIDs: [String] {
    get { json[texts: 2] }
    set { update { $0[texts: 2] = newValue } }
  }

  /// Whether every ID token must have a nonce.
  @_alwaysEmitIntoClient public var nonce: Requirement {
    get { json[choice: 3] }
    set { update { $0[choice: 3] = newValue } }
  }

  /// The form of the nonce in the token: its SHA-256 in lower-case hexadecimal, or unchanged.
  @_alwaysEmitIntoClient public var nonceForm: AppConfigurationSignInProviderNonceForm {
    get { json[choice: 4] }
    set { update { $0[choice: 4] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    name: String, issuer: String, clientIDs: [String], nonce: Requirement,
    nonceForm: AppConfigurationSignInProviderNonceForm
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = name
    json[text: 1] = issuer
    json[texts: 2] = clientIDs
    json[choice: 3] = nonce
    json[choice: 4] = nonceForm
    self.json = json
  }
}

/// The rules for new passwords; absent if nobody can sign in with a password.
public struct AppConfigurationSignInPassword: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationSignInPassword") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The fewest characters (Unicode code points) of a password.
  @_alwaysEmitIntoClient public var minLength: Int {
    get { json[integer: 0] }
    set { update { $0[integer: 0] = newValue } }
  }

  /// The kinds of characters of which a password needs at least one each.
  @_alwaysEmitIntoClient public var require: [AppConfigurationSignInPasswordRequireItem] {
    get { json[choices: 1] }
    set { update { $0[choices: 1] = newValue } }
  }

  /// Whether the server refuses common passwords.
  @_alwaysEmitIntoClient public var denyCommon: Bool {
    get { json[flag: 2] }
    set { update { $0[flag: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    minLength: Int, require: [AppConfigurationSignInPasswordRequireItem], denyCommon: Bool
  ) {
    var json = JSONMembers(Self.shape)
    json[integer: 0] = minLength
    json[choices: 1] = require
    json[flag: 2] = denyCommon
    self.json = json
  }
}
