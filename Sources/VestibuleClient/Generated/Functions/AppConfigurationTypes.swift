// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// How people sign in.
public struct AppConfigurationSignIn: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationSignIn") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The identity providers, by name.
  @_alwaysEmitIntoClient public var providers: [AppConfigurationSignInProvider] {
    get { json[objects: 0] }
    set { update { $0[objects: 0] = newValue } }
  }

  /// Whether people can sign in with a code that `request-sign-in` sends.
  @_alwaysEmitIntoClient public var mailedCode: Bool {
    get { json[flag: 1] }
    set { update { $0[flag: 1] = newValue } }
  }

  /// The rules for new passwords; absent if nobody can sign in with a password.
  @_alwaysEmitIntoClient public var password: AppConfigurationSignInPassword? {
    get { json[object: 2] }
    set { update { $0[object: 2] = newValue } }
  }

  /// The relying party of passkeys; absent if they are off.
  @_alwaysEmitIntoClient public var passkey: AppConfigurationSignInPasskey? {
    get { json[object: 3] }
    set { update { $0[object: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    providers: [AppConfigurationSignInProvider], mailedCode: Bool, password: AppConfigurationSignInPassword? = nil,
    passkey: AppConfigurationSignInPasskey? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[objects: 0] = providers
    json[flag: 1] = mailedCode
    json[object: 2] = password
    json[object: 3] = passkey
    self.json = json
  }
}

/// The rules for addresses.
public struct AppConfigurationEmail: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationEmail") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// Whether an account needs a verified address before it reaches the app's functions.
  @_alwaysEmitIntoClient public var verification: Requirement {
    get { json[choice: 0] }
    set { update { $0[choice: 0] = newValue } }
  }

  /// The domains that addresses of accounts may have, in ASCII; absent for any.
  @_alwaysEmitIntoClient public var allowedDomains: [String]? {
    get { json[texts: 1] }
    set { update { $0[texts: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(verification: Requirement, allowedDomains: [String]? = nil) {
    var json = JSONMembers(Self.shape)
    json[choice: 0] = verification
    json[texts: 1] = allowedDomains
    self.json = json
  }
}

/// The rules for what people say about themselves.
public struct AppConfigurationProfile: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationProfile") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// Whether an account needs a name that others see.
  @_alwaysEmitIntoClient public var displayName: Requirement {
    get { json[choice: 0] }
    set { update { $0[choice: 0] = newValue } }
  }

  /// Whether people have a user name, with which they can sign in instead of the address.
  @_alwaysEmitIntoClient public var username: Presence {
    get { json[choice: 1] }
    set { update { $0[choice: 1] = newValue } }
  }

  /// Whether an account needs a telephone number.
  @_alwaysEmitIntoClient public var phone: Requirement {
    get { json[choice: 2] }
    set { update { $0[choice: 2] = newValue } }
  }

  /// The country calling code of a telephone number that has none.
  @_alwaysEmitIntoClient public var callingCode: String {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// Whether telephone numbers of other countries than that of `callingCode` are accepted.
  @_alwaysEmitIntoClient public var foreignPhones: AppConfigurationProfileForeignPhones {
    get { json[choice: 4] }
    set { update { $0[choice: 4] = newValue } }
  }

  /// The app's own fields, each a JSON Schema.
  @_alwaysEmitIntoClient public var fields: [String: JSONValue] {
    get { json[values: 5] }
    set { update { $0[values: 5] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    displayName: Requirement, username: Presence, phone: Requirement, callingCode: String,
    foreignPhones: AppConfigurationProfileForeignPhones, fields: [String: JSONValue]
  ) {
    var json = JSONMembers(Self.shape)
    json[choice: 0] = displayName
    json[choice: 1] = username
    json[choice: 2] = phone
    json[text: 3] = callingCode
    json[choice: 4] = foreignPhones
    json[values: 5] = fields
    self.json = json
  }
}

/// The terms, and the ages at which they can be agreed to.
public struct AppConfigurationConsent: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationConsent") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The version of the terms that a person agrees to; absent if there are none.
  @_alwaysEmitIntoClient public var version: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The age in years from which people may have an account; absent for any.
  @_alwaysEmitIntoClient public var minimumAge: Int? {
    get { json[integer: 1] }
    set { update { $0[integer: 1] = newValue } }
  }

  /// The age under which a parent or guardian must agree; absent if nobody has to.
  @_alwaysEmitIntoClient public var parentalUnder: Int? {
    get { json[integer: 2] }
    set { update { $0[integer: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(version: String? = nil, minimumAge: Int? = nil, parentalUnder: Int? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = version
    json[integer: 1] = minimumAge
    json[integer: 2] = parentalUnder
    self.json = json
  }
}

/// The rules for invitations.
public struct AppConfigurationInvitation: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationInvitation") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The days from the day of sending to the last day of an invitation: the most that an inviter may choose,
  /// and the default.
  @_alwaysEmitIntoClient public var days: Int {
    get { json[integer: 0] }
    set { update { $0[integer: 0] = newValue } }
  }

  /// Whether an inviter may add a note to the mail.
  @_alwaysEmitIntoClient public var allowNote: Bool {
    get { json[flag: 1] }
    set { update { $0[flag: 1] = newValue } }
  }

  /// The roles that people may be invited to.
  @_alwaysEmitIntoClient public var roles: [String] {
    get { json[texts: 2] }
    set { update { $0[texts: 2] = newValue } }
  }

  /// Whether inviters may have a name, a color and a logo of their own.
  @_alwaysEmitIntoClient public var branding: Bool {
    get { json[flag: 3] }
    set { update { $0[flag: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(days: Int, allowNote: Bool, roles: [String], branding: Bool) {
    var json = JSONMembers(Self.shape)
    json[integer: 0] = days
    json[flag: 1] = allowNote
    json[texts: 2] = roles
    json[flag: 3] = branding
    self.json = json
  }
}

/// The rules for sessions.
public struct AppConfigurationSession: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationSession") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// How many minutes ago the last sign-in may have been, for functions that need a recent one.
  @_alwaysEmitIntoClient public var recentMinutes: Int {
    get { json[integer: 0] }
    set { update { $0[integer: 0] = newValue } }
  }

  /// Whether `refresh-session` needs the device of the session.
  @_alwaysEmitIntoClient public var bindDevice: Bool {
    get { json[flag: 1] }
    set { update { $0[flag: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(recentMinutes: Int, bindDevice: Bool) {
    var json = JSONMembers(Self.shape)
    json[integer: 0] = recentMinutes
    json[flag: 1] = bindDevice
    self.json = json
  }
}
