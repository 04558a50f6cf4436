// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// What an app needs for its screens: sign-in methods, rules for what people type, limits, and the messages
/// of one language.
public struct AppConfigurationRequest: FunctionRequest {
  public typealias Answer = AppConfiguration

  /// The function that answers the request.
  public static let function = FunctionCall("app-configuration", at: "/app-configuration", .get, for: .everyone)

  /// The language of the messages; without it, the first of the policy's `app.locales`. The header
  /// Accept-Language is ignored, so that caches may keep the answer.
  public var locale: String?

  /// Creates the value from its members.
  public init(locale: String? = nil) {
    self.locale = locale
  }
}

/// The app configuration.
public struct AppConfiguration: Codable, Hashable, Sendable {
  /// The app.
  public var app: AppConfigurationApp
  /// The language of `messages`.
  public var locale: String
  /// The languages; the first is the default.
  public var locales: [String]
  /// The roles.
  public var roles: AppConfigurationRoles
  /// The sign in.
  public var signIn: AppConfigurationSignIn
  /// The email.
  public var email: AppConfigurationEmail
  /// The profile.
  public var profile: AppConfigurationProfile
  /// The consent.
  public var consent: AppConfigurationConsent
  /// The invitation.
  public var invitation: AppConfigurationInvitation
  /// The session.
  public var session: AppConfigurationSession
  /// The factors.
  public var factors: AppConfigurationFactors
  /// The deletion.
  public var deletion: AppConfigurationDeletion
  /// The limits.
  public var limits: AppConfigurationLimits
  /// The `userMessage` of each error in `locale`, by code, or by code and variant
  /// (`auth/weak-password/too-short`). `{min}`, `{wait}` and `{role}` are placeholders.
  public var messages: [String: String]
  /// Roles in words, as in `auth/role-mismatch`.
  public var roleNames: [String: String]
  /// The base of the links in mails: `publicURL/invite?code=…`. Absent if the server has none.
  public var publicURL: String?
  /// The check for bots; absent if there is none.
  public var botCheck: AppConfigurationBotCheck?

  /// Creates the value from its members.
  public init(
    app: AppConfigurationApp, locale: String, locales: [String], roles: AppConfigurationRoles,
    signIn: AppConfigurationSignIn, email: AppConfigurationEmail, profile: AppConfigurationProfile,
    consent: AppConfigurationConsent, invitation: AppConfigurationInvitation, session: AppConfigurationSession,
    factors: AppConfigurationFactors, deletion: AppConfigurationDeletion, limits: AppConfigurationLimits,
    messages: [String: String], roleNames: [String: String], publicURL: String? = nil,
    botCheck: AppConfigurationBotCheck? = nil
  ) {
    self.app = app
    self.locale = locale
    self.locales = locales
    self.roles = roles
    self.signIn = signIn
    self.email = email
    self.profile = profile
    self.consent = consent
    self.invitation = invitation
    self.session = session
    self.factors = factors
    self.deletion = deletion
    self.limits = limits
    self.messages = messages
    self.roleNames = roleNames
    self.publicURL = publicURL
    self.botCheck = botCheck
  }
}

/// The app configuration app.
public struct AppConfigurationApp: Codable, Hashable, Sendable {
  /// The name.
  public var name: String
  /// The scheme of links that open the app: `pfa://invite?code=…`.
  public var urlScheme: String
  /// The tagline.
  public var tagline: String?
  /// The app store URL.
  public var appStoreURL: String?
  /// The play store URL.
  public var playStoreURL: String?
  /// The support email.
  public var supportEmail: String?
  /// The logo URL.
  public var logoURL: String?
  /// The accent color.
  public var accentColor: String?

  /// Creates the value from its members.
  public init(
    name: String, urlScheme: String, tagline: String? = nil, appStoreURL: String? = nil, playStoreURL: String? = nil,
    supportEmail: String? = nil, logoURL: String? = nil, accentColor: String? = nil
  ) {
    self.name = name
    self.urlScheme = urlScheme
    self.tagline = tagline
    self.appStoreURL = appStoreURL
    self.playStoreURL = playStoreURL
    self.supportEmail = supportEmail
    self.logoURL = logoURL
    self.accentColor = accentColor
  }
}

/// The app configuration roles.
public struct AppConfigurationRoles: Codable, Hashable, Sendable {
  /// The inviter.
  public var inviter: String
  /// The invitee.
  public var invitee: String
  /// Roles that a person may take without an invitation.
  public var signUp: [String]

  /// Creates the value from its members.
  public init(inviter: String, invitee: String, signUp: [String]) {
    self.inviter = inviter
    self.invitee = invitee
    self.signUp = signUp
  }
}

/// The app configuration sign in.
public struct AppConfigurationSignIn: Codable, Hashable, Sendable {
  /// The identity providers, by name.
  public var providers: [AppConfigurationSignInProvider]
  /// Whether people can sign in with a code that `request-sign-in` sends.
  public var mailedCode: Bool
  /// The rules for new passwords; absent if nobody can sign in with a password.
  public var password: AppConfigurationSignInPassword?
  /// The relying party of passkeys; absent if they are off.
  public var passkey: AppConfigurationSignInPasskey?

  /// Creates the value from its members.
  public init(
    providers: [AppConfigurationSignInProvider], mailedCode: Bool, password: AppConfigurationSignInPassword? = nil,
    passkey: AppConfigurationSignInPasskey? = nil
  ) {
    self.providers = providers
    self.mailedCode = mailedCode
    self.password = password
    self.passkey = passkey
  }
}

/// The app configuration email.
public struct AppConfigurationEmail: Codable, Hashable, Sendable {
  /// The verification.
  public var verification: Requirement
  /// The domains that addresses of accounts may have, in ASCII; absent for any.
  public var allowedDomains: [String]?

  /// Creates the value from its members.
  public init(verification: Requirement, allowedDomains: [String]? = nil) {
    self.verification = verification
    self.allowedDomains = allowedDomains
  }
}

/// The app configuration profile.
public struct AppConfigurationProfile: Codable, Hashable, Sendable {
  /// The display name.
  public var displayName: Requirement
  /// The username.
  public var username: Presence
  /// The phone.
  public var phone: Requirement
  /// The country calling code of a telephone number that has none.
  public var callingCode: String
  /// The foreign phones.
  public var foreignPhones: AppConfigurationProfileForeignPhones
  /// The app's own fields, each a JSON Schema.
  public var fields: [String: JSONValue]

  /// Creates the value from its members.
  public init(
    displayName: Requirement, username: Presence, phone: Requirement, callingCode: String,
    foreignPhones: AppConfigurationProfileForeignPhones, fields: [String: JSONValue]
  ) {
    self.displayName = displayName
    self.username = username
    self.phone = phone
    self.callingCode = callingCode
    self.foreignPhones = foreignPhones
    self.fields = fields
  }
}

/// The app configuration consent.
public struct AppConfigurationConsent: Codable, Hashable, Sendable {
  /// The version of the terms that a person agrees to; absent if there are none.
  public var version: String?
  /// The minimum age.
  public var minimumAge: Int?
  /// The age under which a parent or guardian must agree.
  public var parentalUnder: Int?

  /// Creates the value from its members.
  public init(version: String? = nil, minimumAge: Int? = nil, parentalUnder: Int? = nil) {
    self.version = version
    self.minimumAge = minimumAge
    self.parentalUnder = parentalUnder
  }
}

/// The app configuration invitation.
public struct AppConfigurationInvitation: Codable, Hashable, Sendable {
  /// The days.
  public var days: Int
  /// The allow note.
  public var allowNote: Bool
  /// The roles that people may be invited to.
  public var roles: [String]
  /// The branding.
  public var branding: Bool

  /// Creates the value from its members.
  public init(days: Int, allowNote: Bool, roles: [String], branding: Bool) {
    self.days = days
    self.allowNote = allowNote
    self.roles = roles
    self.branding = branding
  }
}

/// The app configuration session.
public struct AppConfigurationSession: Codable, Hashable, Sendable {
  /// How many minutes ago the last sign-in may have been, for functions that need a recent one.
  public var recentMinutes: Int
  /// Whether `refresh-session` needs the device of the session.
  public var bindDevice: Bool

  /// Creates the value from its members.
  public init(recentMinutes: Int, bindDevice: Bool) {
    self.recentMinutes = recentMinutes
    self.bindDevice = bindDevice
  }
}

/// The app configuration factors.
public struct AppConfigurationFactors: Codable, Hashable, Sendable {
  /// The totp.
  public var totp: Bool
  /// The passkey.
  public var passkey: Bool
  /// Roles whose accounts need a second factor.
  public var requiredFor: [String]

  /// Creates the value from its members.
  public init(totp: Bool, passkey: Bool, requiredFor: [String]) {
    self.totp = totp
    self.passkey = passkey
    self.requiredFor = requiredFor
  }
}

/// The app configuration deletion.
public struct AppConfigurationDeletion: Codable, Hashable, Sendable {
  /// The days during which a deleted account can be restored.
  public var graceDays: Int

  /// Creates the value from its members.
  public init(graceDays: Int) {
    self.graceDays = graceDays
  }
}

/// The check for bots; absent if there is none.
public struct AppConfigurationBotCheck: Codable, Hashable, Sendable {
  /// The provider.
  public var provider: AppConfigurationBotCheckProvider
  /// The functions that need a token.
  public var functions: [String]

  /// Creates the value from its members.
  public init(provider: AppConfigurationBotCheckProvider, functions: [String]) {
    self.provider = provider
    self.functions = functions
  }
}
