// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// What an app needs for its screens: sign-in methods, rules for what people type, limits, and the messages
/// of one language.
public struct AppConfigurationRequest: FunctionRequest, Equatable {
  public typealias Answer = AppConfiguration

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("app-configuration", at: "/app-configuration", .get, for: .everyone)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The language of the messages; without it, the first of the policy's `app.locales`. The header
  /// Accept-Language is ignored, so that caches may keep the answer.
  @_alwaysEmitIntoClient public var locale: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(locale: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = locale
    self.json = json
  }
}

/// The app configuration.
public struct AppConfiguration: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfiguration") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The app, as mails and pages show it.
  @_alwaysEmitIntoClient public var app: AppConfigurationApp {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// The language of `messages`.
  @_alwaysEmitIntoClient public var locale: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The languages; the first is the default.
  @_alwaysEmitIntoClient public var locales: [String] {
    get { json[texts: 2] }
    set { update { $0[texts: 2] = newValue } }
  }

  /// The roles that the policy gives a meaning.
  @_alwaysEmitIntoClient public var roles: AppConfigurationRoles {
    get { json[object: 3] }
    set { update { $0[object: 3] = newValue } }
  }

  /// How people sign in.
  @_alwaysEmitIntoClient public var signIn: AppConfigurationSignIn {
    get { json[object: 4] }
    set { update { $0[object: 4] = newValue } }
  }

  /// The rules for addresses.
  @_alwaysEmitIntoClient public var email: AppConfigurationEmail {
    get { json[object: 5] }
    set { update { $0[object: 5] = newValue } }
  }

  /// The rules for what people say about themselves.
  @_alwaysEmitIntoClient public var profile: AppConfigurationProfile {
    get { json[object: 6] }
    set { update { $0[object: 6] = newValue } }
  }

  /// The terms, and the ages at which they can be agreed to.
  @_alwaysEmitIntoClient public var consent: AppConfigurationConsent {
    get { json[object: 7] }
    set { update { $0[object: 7] = newValue } }
  }

  /// The rules for invitations.
  @_alwaysEmitIntoClient public var invitation: AppConfigurationInvitation {
    get { json[object: 8] }
    set { update { $0[object: 8] = newValue } }
  }

  /// The rules for sessions.
  @_alwaysEmitIntoClient public var session: AppConfigurationSession {
    get { json[object: 9] }
    set { update { $0[object: 9] = newValue } }
  }

  /// The second factors that people can enroll.
  @_alwaysEmitIntoClient public var factors: AppConfigurationFactors {
    get { json[object: 10] }
    set { update { $0[object: 10] = newValue } }
  }

  /// What happens to a deleted account.
  @_alwaysEmitIntoClient public var deletion: AppConfigurationDeletion {
    get { json[object: 11] }
    set { update { $0[object: 11] = newValue } }
  }

  /// How often something may happen before `auth/too-many-requests`.
  @_alwaysEmitIntoClient public var limits: AppConfigurationLimits {
    get { json[object: 12] }
    set { update { $0[object: 12] = newValue } }
  }

  /// The `userMessage` of each error in `locale`, by code, or by code and variant
  /// (`auth/weak-password/too-short`). `{min}`, `{wait}` and `{role}` are placeholders.
  @_alwaysEmitIntoClient public var messages: [String: String] {
    get { json[textsByName: 13] }
    set { update { $0[textsByName: 13] = newValue } }
  }

  /// Roles in words, as in `auth/role-mismatch`.
  @_alwaysEmitIntoClient public var roleNames: [String: String] {
    get { json[textsByName: 14] }
    set { update { $0[textsByName: 14] = newValue } }
  }

  /// The base of the links in mails: `publicURL/invite?code=…`. Absent if the server has none.
  @_alwaysEmitIntoClient public var publicURL: String? {
    get { json[text: 15] }
    set { update { $0[text: 15] = newValue } }
  }

  /// The check for bots; absent if there is none.
  @_alwaysEmitIntoClient public var botCheck: AppConfigurationBotCheck? {
    get { json[object: 16] }
    set { update { $0[object: 16] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    app: AppConfigurationApp, locale: String, locales: [String], roles: AppConfigurationRoles,
    signIn: AppConfigurationSignIn, email: AppConfigurationEmail, profile: AppConfigurationProfile,
    consent: AppConfigurationConsent, invitation: AppConfigurationInvitation, session: AppConfigurationSession,
    factors: AppConfigurationFactors, deletion: AppConfigurationDeletion, limits: AppConfigurationLimits,
    messages: [String: String], roleNames: [String: String], publicURL: String? = nil,
    botCheck: AppConfigurationBotCheck? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = app
    json[text: 1] = locale
    json[texts: 2] = locales
    json[object: 3] = roles
    json[object: 4] = signIn
    json[object: 5] = email
    json[object: 6] = profile
    json[object: 7] = consent
    json[object: 8] = invitation
    json[object: 9] = session
    json[object: 10] = factors
    json[object: 11] = deletion
    json[object: 12] = limits
    json[textsByName: 13] = messages
    json[textsByName: 14] = roleNames
    json[text: 15] = publicURL
    json[object: 16] = botCheck
    self.json = json
  }
}

/// The app, as mails and pages show it.
public struct AppConfigurationApp: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationApp") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The app's name.
  @_alwaysEmitIntoClient public var name: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The scheme of links that open the app: `pfa://invite?code=…`.
  @_alwaysEmitIntoClient public var urlScheme: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The text after the name at the end of mails; absent if there is none.
  @_alwaysEmitIntoClient public var tagline: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The app's URL in the App Store; absent if the policy has none.
  @_alwaysEmitIntoClient public var appStoreURL: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// The app's URL in Google Play; absent if the policy has none.
  @_alwaysEmitIntoClient public var playStoreURL: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// The address to which people write for help; absent if the policy has none.
  @_alwaysEmitIntoClient public var supportEmail: String? {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// The https URL of the logo; absent if the policy has none.
  @_alwaysEmitIntoClient public var logoURL: String? {
    get { json[text: 6] }
    set { update { $0[text: 6] = newValue } }
  }

  /// The color of buttons and links, such as `#0a7d5a`; absent if the policy has none.
  @_alwaysEmitIntoClient public var accentColor: String? {
    get { json[text: 7] }
    set { update { $0[text: 7] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    name: String, urlScheme: String, tagline: String? = nil, appStoreURL: String? = nil, playStoreURL: String? = nil,
    supportEmail: String? = nil, logoURL: String? = nil, accentColor: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = name
    json[text: 1] = urlScheme
    json[text: 2] = tagline
    json[text: 3] = appStoreURL
    json[text: 4] = playStoreURL
    json[text: 5] = supportEmail
    json[text: 6] = logoURL
    json[text: 7] = accentColor
    self.json = json
  }
}

/// The roles that the policy gives a meaning.
public struct AppConfigurationRoles: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AppConfigurationRoles") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The role whose accounts invite others.
  @_alwaysEmitIntoClient public var inviter: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The role that an invitation gives unless it names another one.
  @_alwaysEmitIntoClient public var invitee: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Roles that a person may take without an invitation.
  @_alwaysEmitIntoClient public var signUp: [String] {
    get { json[texts: 2] }
    set { update { $0[texts: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(inviter: String, invitee: String, signUp: [String]) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = inviter
    json[text: 1] = invitee
    json[texts: 2] = signUp
    self.json = json
  }
}
