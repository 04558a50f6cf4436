// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// What an app needs for its screens: sign-in methods, rules for what people type, limits, and the messages of one
/// language.
public struct AppConfigurationRequest: ReadingRequest {
  /// What `app-configuration` answers.
  public typealias Answer = AppConfiguration

  /// `GET /app-configuration`. It needs no session.
  public static let function = FunctionCall("app-configuration", at: "/app-configuration", .get, for: .anyone)

  /// The language of the messages; without it, the first of the policy's `app.locales`. The header Accept-Language is
  /// ignored: a cache may keep the answer. At most 35 characters.
  public var locale: String?

  /// Creates a request. What is nil is not sent.
  public init(locale: String? = nil) {
    self.locale = locale
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.locale = try container.optional("locale")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(locale, "locale")
  }
}

/// What `app-configuration` answers to ``AppConfigurationRequest``.
public struct AppConfiguration: Codable, Equatable, Sendable {
  /// The app, as mails and pages show it.
  public var app: App

  /// The language of `messages`.
  public var locale: String

  /// The languages; the first is the default.
  public var locales: [String]

  /// The roles that the policy gives a meaning.
  public var roles: Roles

  /// How people sign in.
  public var signIn: SignIn

  /// The rules for addresses.
  public var email: Email

  /// The rules for what people say about themselves.
  public var profile: Profile

  /// The terms, and the ages at which they can be agreed to.
  public var consent: Consent

  /// The rules for invitations.
  public var invitation: Invitation

  /// The rules for sessions.
  public var session: Session

  /// The second factors that people can enroll.
  public var factors: Factors

  /// What happens to a deleted account.
  public var deletion: Deletion

  /// How often something may happen before `auth/too-many-requests`.
  public var limits: Limits

  /// The `userMessage` of each error in `locale`, by code, or by code and variant (`auth/weak-password/too-short`).
  /// `{min}`, `{wait}` and `{role}` are placeholders.
  public var messages: [String: String]

  /// Roles in words, as in `auth/role-mismatch`.
  public var roleNames: [String: String]

  /// The base of the links in mails: `publicURL/invite?code=…`. Nil if the server has none.
  public var publicURL: String?

  /// The check for bots; nil if there is none.
  public var botCheck: BotCheck?

  /// Creates a value, such as for a test or a preview.
  public init(
    app: App, locale: String, locales: [String], roles: Roles, signIn: SignIn, email: Email, profile: Profile,
    consent: Consent, invitation: Invitation, session: Session, factors: Factors, deletion: Deletion, limits: Limits,
    messages: [String: String], roleNames: [String: String], publicURL: String? = nil, botCheck: BotCheck? = nil
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

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.app = try container.required("app")
    self.locale = try container.required("locale")
    self.locales = try container.required("locales")
    self.roles = try container.required("roles")
    self.signIn = try container.required("signIn")
    self.email = try container.required("email")
    self.profile = try container.required("profile")
    self.consent = try container.required("consent")
    self.invitation = try container.required("invitation")
    self.session = try container.required("session")
    self.factors = try container.required("factors")
    self.deletion = try container.required("deletion")
    self.limits = try container.required("limits")
    self.messages = try container.required("messages")
    self.roleNames = try container.required("roleNames")
    self.publicURL = try container.optional("publicURL")
    self.botCheck = try container.optional("botCheck")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(app, "app")
    try container.write(locale, "locale")
    try container.write(locales, "locales")
    try container.write(roles, "roles")
    try container.write(signIn, "signIn")
    try container.write(email, "email")
    try container.write(profile, "profile")
    try container.write(consent, "consent")
    try container.write(invitation, "invitation")
    try container.write(session, "session")
    try container.write(factors, "factors")
    try container.write(deletion, "deletion")
    try container.write(limits, "limits")
    try container.write(messages, "messages")
    try container.write(roleNames, "roleNames")
    try container.writeIfPresent(publicURL, "publicURL")
    try container.writeIfPresent(botCheck, "botCheck")
  }

  /// The app, as mails and pages show it.
  public struct App: Codable, Equatable, Sendable {
    /// The app's name.
    public var name: String

    /// The scheme of links that open the app: `pfa://invite?code=…`.
    public var urlScheme: String

    /// The text after the name at the end of mails; nil if there is none.
    public var tagline: String?

    /// The app's URL in the App Store; nil if the policy has none.
    public var appStoreURL: String?

    /// The app's URL in Google Play; nil if the policy has none.
    public var playStoreURL: String?

    /// The address to which people write for help; nil if the policy has none.
    public var supportEmail: String?

    /// The https URL of the logo; nil if the policy has none.
    public var logoURL: String?

    /// The color of buttons and links, such as `#0a7d5a`; nil if the policy has none.
    public var accentColor: String?

    /// The https URL of the terms; nil if the policy has none.
    public var termsURL: String?

    /// The https URL of the privacy policy; nil if the policy has none.
    public var privacyURL: String?

    /// Creates a value, such as for a test or a preview.
    public init(
      name: String, urlScheme: String, tagline: String? = nil, appStoreURL: String? = nil, playStoreURL: String? = nil,
      supportEmail: String? = nil, logoURL: String? = nil, accentColor: String? = nil, termsURL: String? = nil,
      privacyURL: String? = nil
    ) {
      self.name = name
      self.urlScheme = urlScheme
      self.tagline = tagline
      self.appStoreURL = appStoreURL
      self.playStoreURL = playStoreURL
      self.supportEmail = supportEmail
      self.logoURL = logoURL
      self.accentColor = accentColor
      self.termsURL = termsURL
      self.privacyURL = privacyURL
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.name = try container.required("name")
      self.urlScheme = try container.required("urlScheme")
      self.tagline = try container.optional("tagline")
      self.appStoreURL = try container.optional("appStoreURL")
      self.playStoreURL = try container.optional("playStoreURL")
      self.supportEmail = try container.optional("supportEmail")
      self.logoURL = try container.optional("logoURL")
      self.accentColor = try container.optional("accentColor")
      self.termsURL = try container.optional("termsURL")
      self.privacyURL = try container.optional("privacyURL")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(name, "name")
      try container.write(urlScheme, "urlScheme")
      try container.writeIfPresent(tagline, "tagline")
      try container.writeIfPresent(appStoreURL, "appStoreURL")
      try container.writeIfPresent(playStoreURL, "playStoreURL")
      try container.writeIfPresent(supportEmail, "supportEmail")
      try container.writeIfPresent(logoURL, "logoURL")
      try container.writeIfPresent(accentColor, "accentColor")
      try container.writeIfPresent(termsURL, "termsURL")
      try container.writeIfPresent(privacyURL, "privacyURL")
    }
  }

  /// The roles that the policy gives a meaning.
  public struct Roles: Codable, Equatable, Sendable {
    /// The role whose accounts invite others.
    public var inviter: Role

    /// The role that an invitation gives unless it names another one.
    public var invitee: Role

    /// Roles that a person may take without an invitation.
    public var signUp: [Role]

    /// A team of inviters; only with `teams` of the policy.
    public var team: TeamName?

    /// Creates a value, such as for a test or a preview.
    public init(inviter: Role, invitee: Role, signUp: [Role], team: TeamName? = nil) {
      self.inviter = inviter
      self.invitee = invitee
      self.signUp = signUp
      self.team = team
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.inviter = try container.required("inviter")
      self.invitee = try container.required("invitee")
      self.signUp = try container.required("signUp")
      self.team = try container.optional("team")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(inviter, "inviter")
      try container.write(invitee, "invitee")
      try container.write(signUp, "signUp")
      try container.writeIfPresent(team, "team")
    }
  }

  /// How people sign in.
  public struct SignIn: Codable, Equatable, Sendable {
    /// The identity providers, by name.
    public var providers: [Provider]

    /// Whether people can sign in with a code that `request-sign-in` sends.
    public var mailedCode: Bool

    /// The rules for new passwords; nil if nobody can sign in with a password.
    public var password: Password?

    /// The relying party of passkeys; nil if they are off.
    public var passkey: Passkey?

    /// Creates a value, such as for a test or a preview.
    public init(providers: [Provider], mailedCode: Bool, password: Password? = nil, passkey: Passkey? = nil) {
      self.providers = providers
      self.mailedCode = mailedCode
      self.password = password
      self.passkey = passkey
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.providers = try container.required("providers")
      self.mailedCode = try container.required("mailedCode")
      self.password = try container.optional("password")
      self.passkey = try container.optional("passkey")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(providers, "providers")
      try container.write(mailedCode, "mailedCode")
      try container.writeIfPresent(password, "password")
      try container.writeIfPresent(passkey, "passkey")
    }

    /// An identity provider.
    public struct Provider: Codable, Equatable, Sendable {
      /// The provider's name in the policy, for `identity.provider`.
      public var name: String

      /// The `iss` of the provider's ID tokens.
      public var issuer: String

      /// The audiences of ID tokens.
      public var clientIDs: [String]

      /// Whether every ID token must have a nonce.
      public var nonce: Requirement

      /// The form of the nonce in the token: its SHA-256 in lower-case hexadecimal, or unchanged.
      public var nonceForm: NonceForm

      /// Creates a value, such as for a test or a preview.
      public init(name: String, issuer: String, clientIDs: [String], nonce: Requirement, nonceForm: NonceForm) {
        self.name = name
        self.issuer = issuer
        self.clientIDs = clientIDs
        self.nonce = nonce
        self.nonceForm = nonceForm
      }

      /// Reads the value from JSON.
      public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MemberName.self)
        self.name = try container.required("name")
        self.issuer = try container.required("issuer")
        self.clientIDs = try container.required("clientIDs")
        self.nonce = try container.required("nonce")
        self.nonceForm = try container.required("nonceForm")
      }

      /// Writes the value as JSON.
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        try container.write(name, "name")
        try container.write(issuer, "issuer")
        try container.write(clientIDs, "clientIDs")
        try container.write(nonce, "nonce")
        try container.write(nonceForm, "nonceForm")
      }

      /// The form of the nonce in the token: its SHA-256 in lower-case hexadecimal, or unchanged.
      public struct NonceForm: OpenEnumeration {
        /// `sha256`: the token has the SHA-256 of the nonce, in lower-case hexadecimal.
        public static let sha256 = NonceForm(rawValue: "sha256")
        /// `plain`: the token has the nonce as it was given.
        public static let plain = NonceForm(rawValue: "plain")

        /// The value as the server writes it.
        public let rawValue: String

        /// The value with this text, also if this version of the kit does not know it.
        public init(rawValue: String) { self.rawValue = rawValue }
      }
    }

    /// The rules for new passwords; nil if nobody can sign in with a password.
    public struct Password: Codable, Equatable, Sendable {
      /// The fewest characters (Unicode code points) of a password.
      public var minLength: Int

      /// The kinds of characters of which a password needs at least one each.
      public var require: [CharacterKind]

      /// Whether the server refuses common passwords.
      public var denyCommon: Bool

      /// Creates a value, such as for a test or a preview.
      public init(minLength: Int, require: [CharacterKind], denyCommon: Bool) {
        self.minLength = minLength
        self.require = require
        self.denyCommon = denyCommon
      }

      /// Reads the value from JSON.
      public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MemberName.self)
        self.minLength = try container.required("minLength")
        self.require = try container.required("require")
        self.denyCommon = try container.required("denyCommon")
      }

      /// Writes the value as JSON.
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        try container.write(minLength, "minLength")
        try container.write(require, "require")
        try container.write(denyCommon, "denyCommon")
      }

      /// A kind of characters; `letter` is either case.
      public struct CharacterKind: OpenEnumeration {
        /// `upper`: a letter in upper case.
        public static let upper = CharacterKind(rawValue: "upper")
        /// `lower`: a letter in lower case.
        public static let lower = CharacterKind(rawValue: "lower")
        /// `digit`: a digit.
        public static let digit = CharacterKind(rawValue: "digit")
        /// `letter`: a letter in either case.
        public static let letter = CharacterKind(rawValue: "letter")
        /// `symbol`: a character that is neither a letter nor a digit.
        public static let symbol = CharacterKind(rawValue: "symbol")

        /// The value as the server writes it.
        public let rawValue: String

        /// The value with this text, also if this version of the kit does not know it.
        public init(rawValue: String) { self.rawValue = rawValue }
      }
    }

    /// The relying party of passkeys; nil if they are off.
    public struct Passkey: Codable, Equatable, Sendable {
      /// The relying party's id: the domain to which passkeys belong.
      public var rpID: String

      /// Creates a value, such as for a test or a preview.
      public init(rpID: String) {
        self.rpID = rpID
      }

      /// Reads the value from JSON.
      public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MemberName.self)
        self.rpID = try container.required("rpID")
      }

      /// Writes the value as JSON.
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        try container.write(rpID, "rpID")
      }
    }
  }

  /// The rules for addresses.
  public struct Email: Codable, Equatable, Sendable {
    /// Whether an account needs a verified address before it reaches the app's functions.
    public var verification: Requirement

    /// The domains that addresses of accounts may have, in ASCII; nil for any.
    public var allowedDomains: [String]?

    /// Creates a value, such as for a test or a preview.
    public init(verification: Requirement, allowedDomains: [String]? = nil) {
      self.verification = verification
      self.allowedDomains = allowedDomains
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.verification = try container.required("verification")
      self.allowedDomains = try container.optional("allowedDomains")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(verification, "verification")
      try container.writeIfPresent(allowedDomains, "allowedDomains")
    }
  }

  /// The rules for what people say about themselves.
  public struct Profile: Codable, Equatable, Sendable {
    /// Whether an account needs a name that others see.
    public var displayName: Requirement

    /// Whether people have a user name, with which they can sign in instead of the address.
    public var username: Presence

    /// Whether an account needs a telephone number.
    public var phone: Requirement

    /// The country calling code of a telephone number that has none.
    public var callingCode: String

    /// Whether telephone numbers of other countries than that of `callingCode` are accepted.
    public var foreignPhones: ForeignPhones

    /// The app's own fields, each a JSON Schema.
    public var fields: [String: JSONValue]

    /// Creates a value, such as for a test or a preview.
    public init(
      displayName: Requirement, username: Presence, phone: Requirement, callingCode: String,
      foreignPhones: ForeignPhones, fields: [String: JSONValue]
    ) {
      self.displayName = displayName
      self.username = username
      self.phone = phone
      self.callingCode = callingCode
      self.foreignPhones = foreignPhones
      self.fields = fields
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.displayName = try container.required("displayName")
      self.username = try container.required("username")
      self.phone = try container.required("phone")
      self.callingCode = try container.required("callingCode")
      self.foreignPhones = try container.required("foreignPhones")
      self.fields = try container.required("fields")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(displayName, "displayName")
      try container.write(username, "username")
      try container.write(phone, "phone")
      try container.write(callingCode, "callingCode")
      try container.write(foreignPhones, "foreignPhones")
      try container.write(fields, "fields")
    }

    /// Whether telephone numbers of other countries than that of `callingCode` are accepted.
    public struct ForeignPhones: OpenEnumeration {
      /// `allowed`: numbers of every country are accepted.
      public static let allowed = ForeignPhones(rawValue: "allowed")
      /// `refused`: only numbers of the country of `callingCode` are accepted.
      public static let refused = ForeignPhones(rawValue: "refused")

      /// The value as the server writes it.
      public let rawValue: String

      /// The value with this text, also if this version of the kit does not know it.
      public init(rawValue: String) { self.rawValue = rawValue }
    }
  }

  /// The terms, and the ages at which they can be agreed to.
  public struct Consent: Codable, Equatable, Sendable {
    /// The version of the terms that a person agrees to; nil if there are none.
    public var version: String?

    /// The age in years from which people may have an account; nil for any.
    public var minimumAge: Int?

    /// The age under which a parent or guardian must agree; nil if nobody has to.
    public var parentalUnder: Int?

    /// Creates a value, such as for a test or a preview.
    public init(version: String? = nil, minimumAge: Int? = nil, parentalUnder: Int? = nil) {
      self.version = version
      self.minimumAge = minimumAge
      self.parentalUnder = parentalUnder
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.version = try container.optional("version")
      self.minimumAge = try container.optional("minimumAge")
      self.parentalUnder = try container.optional("parentalUnder")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.writeIfPresent(version, "version")
      try container.writeIfPresent(minimumAge, "minimumAge")
      try container.writeIfPresent(parentalUnder, "parentalUnder")
    }
  }

  /// The rules for invitations.
  public struct Invitation: Codable, Equatable, Sendable {
    /// The days from the day of sending to the last day of an invitation: the most that an inviter may choose, and
    /// the default.
    public var days: Int

    /// Whether an inviter may add a note to the mail.
    public var allowNote: Bool

    /// The roles that people may be invited to.
    public var roles: [Role]

    /// Whether inviters may have a name, a color and a logo of their own.
    public var branding: Bool

    /// Creates a value, such as for a test or a preview.
    public init(days: Int, allowNote: Bool, roles: [Role], branding: Bool) {
      self.days = days
      self.allowNote = allowNote
      self.roles = roles
      self.branding = branding
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.days = try container.required("days")
      self.allowNote = try container.required("allowNote")
      self.roles = try container.required("roles")
      self.branding = try container.required("branding")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(days, "days")
      try container.write(allowNote, "allowNote")
      try container.write(roles, "roles")
      try container.write(branding, "branding")
    }
  }

  /// The rules for sessions.
  public struct Session: Codable, Equatable, Sendable {
    /// How many minutes ago the last sign-in may have been, for functions that need a recent one.
    public var recentMinutes: Int

    /// Whether `refresh-session` needs the device of the session.
    public var bindDevice: Bool

    /// Creates a value, such as for a test or a preview.
    public init(recentMinutes: Int, bindDevice: Bool) {
      self.recentMinutes = recentMinutes
      self.bindDevice = bindDevice
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.recentMinutes = try container.required("recentMinutes")
      self.bindDevice = try container.required("bindDevice")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(recentMinutes, "recentMinutes")
      try container.write(bindDevice, "bindDevice")
    }
  }

  /// The second factors that people can enroll.
  public struct Factors: Codable, Equatable, Sendable {
    /// Whether authenticator apps (TOTP) are offered.
    public var totp: Bool

    /// Whether passkeys are offered as a second factor.
    public var passkey: Bool

    /// Roles whose accounts need a second factor.
    public var requiredFor: [String]

    /// Creates a value, such as for a test or a preview.
    public init(totp: Bool, passkey: Bool, requiredFor: [String]) {
      self.totp = totp
      self.passkey = passkey
      self.requiredFor = requiredFor
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.totp = try container.required("totp")
      self.passkey = try container.required("passkey")
      self.requiredFor = try container.required("requiredFor")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(totp, "totp")
      try container.write(passkey, "passkey")
      try container.write(requiredFor, "requiredFor")
    }
  }

  /// What happens to a deleted account.
  public struct Deletion: Codable, Equatable, Sendable {
    /// The days during which a deleted account can be restored.
    public var graceDays: Int

    /// Creates a value, such as for a test or a preview.
    public init(graceDays: Int) {
      self.graceDays = graceDays
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.graceDays = try container.required("graceDays")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(graceDays, "graceDays")
    }
  }

  /// The check for bots; nil if there is none.
  public struct BotCheck: Codable, Equatable, Sendable {
    /// The service whose widget gives the token for the header X-Bot-Token.
    public var provider: Provider

    /// The functions that need a token.
    public var functions: [String]

    /// Creates a value, such as for a test or a preview.
    public init(provider: Provider, functions: [String]) {
      self.provider = provider
      self.functions = functions
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.provider = try container.required("provider")
      self.functions = try container.required("functions")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(provider, "provider")
      try container.write(functions, "functions")
    }

    /// The service whose widget gives the token for the header X-Bot-Token.
    public struct Provider: OpenEnumeration {
      /// `turnstile`: Cloudflare Turnstile.
      public static let turnstile = Provider(rawValue: "turnstile")
      /// `hcaptcha`: hCaptcha.
      public static let hcaptcha = Provider(rawValue: "hcaptcha")
      /// `recaptcha`: Google reCAPTCHA.
      public static let recaptcha = Provider(rawValue: "recaptcha")

      /// The value as the server writes it.
      public let rawValue: String

      /// The value with this text, also if this version of the kit does not know it.
      public init(rawValue: String) { self.rawValue = rawValue }
    }
  }

  /// How often something may happen before `auth/too-many-requests`.
  public struct Limits: Codable, Equatable, Sendable {
    /// Failed sign-ins from one client address or one device.
    public var signIn: RateLimit

    /// Wrong passwords of one account, and wrong second factors after a right password. `reauthenticate` counts with
    /// the same numbers for each session.
    public var signInAccount: RateLimit

    /// Verification mails to one address; requests of an account for its own address are counted separately.
    public var verifyEmail: RateLimit

    /// Verification mails in a short interval, counted as for `verifyEmail`.
    public var verifyEmailPause: RateLimit

    /// Password reset mails to one address.
    public var resetPassword: RateLimit

    /// Sign-ups from one client address, and tries of one account to get user names that others have.
    public var signUp: RateLimit

    /// Invitations of one inviter.
    public var invite: RateLimit

    /// Invitations of one inviter to one recipient: an address, or a telephone number.
    public var inviteRecipient: RateLimit

    /// Mails that ask one guardian's address for consent.
    public var guardian: RateLimit

    /// Mails that one client address requests with `request-invitation`, `request-sign-in`, `reset-password` and
    /// `verify-email` together. Requests of an account for its own address do not count. The mails to guardians of
    /// people at one client address have the same limit, and are counted apart.
    public var mailRequests: RateLimit

    /// Mails in which one invitation is asked for anew.
    public var requestInvitation: RateLimit

    /// Short codes that nothing has, from one client address or one device. Further ones are refused, right ones too.
    public var shortCode: RateLimit

    /// Short codes that nothing has, from all clients together. Codes of links are never refused.
    public var shortCodeAll: RateLimit

    /// Mails to an inviter about people who join, or want to, by one link.
    public var joinNotice: RateLimit

    /// Invitations of one team, together; only with `teams`.
    public var inviteTeam: RateLimit

    /// Calls with one service key of a backend.
    public var serviceKey: RateLimit

    /// Calls of all public functions together from one client address. Those that read only the policy, such as
    /// `app-configuration`, do not count.
    public var `public`: RateLimit

    /// Creates a value, such as for a test or a preview.
    public init(
      signIn: RateLimit, signInAccount: RateLimit, verifyEmail: RateLimit, verifyEmailPause: RateLimit,
      resetPassword: RateLimit, signUp: RateLimit, invite: RateLimit, inviteRecipient: RateLimit, guardian: RateLimit,
      mailRequests: RateLimit, requestInvitation: RateLimit, shortCode: RateLimit, shortCodeAll: RateLimit,
      joinNotice: RateLimit, inviteTeam: RateLimit, serviceKey: RateLimit, `public`: RateLimit
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
      self.mailRequests = mailRequests
      self.requestInvitation = requestInvitation
      self.shortCode = shortCode
      self.shortCodeAll = shortCodeAll
      self.joinNotice = joinNotice
      self.inviteTeam = inviteTeam
      self.serviceKey = serviceKey
      self.public = `public`
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.signIn = try container.required("signIn")
      self.signInAccount = try container.required("signInAccount")
      self.verifyEmail = try container.required("verifyEmail")
      self.verifyEmailPause = try container.required("verifyEmailPause")
      self.resetPassword = try container.required("resetPassword")
      self.signUp = try container.required("signUp")
      self.invite = try container.required("invite")
      self.inviteRecipient = try container.required("inviteRecipient")
      self.guardian = try container.required("guardian")
      self.mailRequests = try container.required("mailRequests")
      self.requestInvitation = try container.required("requestInvitation")
      self.shortCode = try container.required("shortCode")
      self.shortCodeAll = try container.required("shortCodeAll")
      self.joinNotice = try container.required("joinNotice")
      self.inviteTeam = try container.required("inviteTeam")
      self.serviceKey = try container.required("serviceKey")
      self.public = try container.required("public")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(signIn, "signIn")
      try container.write(signInAccount, "signInAccount")
      try container.write(verifyEmail, "verifyEmail")
      try container.write(verifyEmailPause, "verifyEmailPause")
      try container.write(resetPassword, "resetPassword")
      try container.write(signUp, "signUp")
      try container.write(invite, "invite")
      try container.write(inviteRecipient, "inviteRecipient")
      try container.write(guardian, "guardian")
      try container.write(mailRequests, "mailRequests")
      try container.write(requestInvitation, "requestInvitation")
      try container.write(shortCode, "shortCode")
      try container.write(shortCodeAll, "shortCodeAll")
      try container.write(joinNotice, "joinNotice")
      try container.write(inviteTeam, "inviteTeam")
      try container.write(serviceKey, "serviceKey")
      try container.write(`public`, "public")
    }
  }

  /// Whether an account needs a verified address before it reaches the app's functions.
  public struct Requirement: OpenEnumeration {
    /// `required`: without a verified address an account reaches no function of the app.
    public static let required = Requirement(rawValue: "required")
    /// `optional`: an account can be used before its address is verified.
    public static let optional = Requirement(rawValue: "optional")

    /// The value as the server writes it.
    public let rawValue: String

    /// The value with this text, also if this version of the kit does not know it.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Whether people have a user name, with which they can sign in instead of the address.
  public struct Presence: OpenEnumeration {
    /// `required`: every account has one: the form has to ask for it.
    public static let required = Presence(rawValue: "required")
    /// `optional`: an account may have one.
    public static let optional = Presence(rawValue: "optional")
    /// `off`: no account has one: the form must not ask for it.
    public static let off = Presence(rawValue: "off")

    /// The value as the server writes it.
    public let rawValue: String

    /// The value with this text, also if this version of the kit does not know it.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

/// At most `max` events per `seconds`. A key that reaches the limit is refused for `blockSeconds`.
public struct RateLimit: Codable, Equatable, Sendable {
  /// The number of events that are allowed in the interval.
  public var max: Int

  /// The length of the interval in seconds.
  public var seconds: Int

  /// How long a key that has reached the limit is refused, in seconds; nil if it is refused only until the interval
  /// has passed.
  public var blockSeconds: Int?

  /// Creates a value, such as for a test or a preview.
  public init(max: Int, seconds: Int, blockSeconds: Int? = nil) {
    self.max = max
    self.seconds = seconds
    self.blockSeconds = blockSeconds
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.max = try container.required("max")
    self.seconds = try container.required("seconds")
    self.blockSeconds = try container.optional("blockSeconds")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(max, "max")
    try container.write(seconds, "seconds")
    try container.writeIfPresent(blockSeconds, "blockSeconds")
  }
}
