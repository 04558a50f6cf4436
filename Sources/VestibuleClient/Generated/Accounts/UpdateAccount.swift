// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Changes the data that people may change about their account; a new address must be confirmed.
public struct UpdateAccountRequest: FunctionRequest {
  /// What `update-account` answers.
  public typealias Answer = UpdateAccountResult

  /// `POST /update-account`. It needs a session.
  public static let function = FunctionCall("update-account", at: "/update-account", for: .session)

  /// The name that others see. At most 200 characters. `.remove` removes it; nil keeps it.
  public var displayName: Change<String>?

  /// The name with which the person can sign in instead of the address; the rules of `sign-up` apply. 3 to 64
  /// characters. `.remove` removes it; nil keeps it.
  public var username: Change<String>?

  /// An https URL. At most 2048 characters. `.remove` removes it; nil keeps it.
  public var photoURL: Change<String>?

  /// A name of the IANA time zone database, such as `Europe/Berlin`. A name that the server does not know is stored,
  /// and times are shown in UTC. At most 64 characters. `.remove` removes it; nil keeps it.
  public var timeZone: Change<String>?

  /// A telephone number. 3 to 32 characters. `.remove` removes it; nil keeps it.
  public var phone: Change<String>?

  /// A language tag (BCP 47). At most 35 characters. `.remove` removes it; nil keeps it.
  public var locale: Change<String>?

  /// The app's own fields, as `profile.fields` of the policy defines them; `JSONValue.null` removes a field.
  public var profile: [String: JSONValue]?

  /// What an inviter's invitations show instead of the app's name, color and logo. It replaces the stored branding.
  /// It needs policy invitation.branding. `.remove` removes it; nil keeps it.
  public var branding: Change<Branding>?

  /// The new primary address. One that the account has proven becomes the primary one at once; another one after it
  /// is confirmed. At most 254 characters.
  public var email: String?

  /// An address in addition to the primary one, which the account gives up. It needs a recent sign-in. At most 254
  /// characters.
  public var removeEmail: String?

  /// The new role, one of the policy's `roles.signUp`. At most 64 characters.
  public var role: Role?

  /// The person's day of birth as a calendar date: `2010-05-31`.
  public var birthDate: CalendarDay?

  /// The person's consent to the terms, and the address of their parent or guardian. Without `version` the person
  /// agrees to no terms, such as where the policy has none.
  public var consent: Consent?

  /// Creates a request. What is nil is not changed.
  public init(
    displayName: Change<String>? = nil, username: Change<String>? = nil, photoURL: Change<String>? = nil,
    timeZone: Change<String>? = nil, phone: Change<String>? = nil, locale: Change<String>? = nil,
    profile: [String: JSONValue]? = nil, branding: Change<Branding>? = nil, email: String? = nil,
    removeEmail: String? = nil, role: Role? = nil, birthDate: CalendarDay? = nil, consent: Consent? = nil
  ) {
    self.displayName = displayName
    self.username = username
    self.photoURL = photoURL
    self.timeZone = timeZone
    self.phone = phone
    self.locale = locale
    self.profile = profile
    self.branding = branding
    self.email = email
    self.removeEmail = removeEmail
    self.role = role
    self.birthDate = birthDate
    self.consent = consent
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.displayName = try container.optional("displayName")
    self.username = try container.optional("username")
    self.photoURL = try container.optional("photoURL")
    self.timeZone = try container.optional("timeZone")
    self.phone = try container.optional("phone")
    self.locale = try container.optional("locale")
    self.profile = try container.optional("profile")
    self.branding = try container.optional("branding")
    self.email = try container.optional("email")
    self.removeEmail = try container.optional("removeEmail")
    self.role = try container.optional("role")
    self.birthDate = try container.optional("birthDate")
    self.consent = try container.optional("consent")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(displayName, "displayName")
    try container.writeIfPresent(username, "username")
    try container.writeIfPresent(photoURL, "photoURL")
    try container.writeIfPresent(timeZone, "timeZone")
    try container.writeIfPresent(phone, "phone")
    try container.writeIfPresent(locale, "locale")
    try container.writeIfPresent(profile, "profile")
    try container.writeIfPresent(branding, "branding")
    try container.writeIfPresent(email, "email")
    try container.writeIfPresent(removeEmail, "removeEmail")
    try container.writeIfPresent(role, "role")
    try container.writeIfPresent(birthDate, "birthDate")
    try container.writeIfPresent(consent, "consent")
  }
}

/// What `update-account` answers to ``UpdateAccountRequest``.
public struct UpdateAccountResult: Codable, Equatable, Sendable {
  /// A person who can sign in. `email` is nil if the provider gave none.
  public var account: Account

  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show or
  /// delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState

  /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of
  /// the address.
  public var missing: [MissingField]

  /// The new address, until it is confirmed.
  public var pendingEmail: String?

  /// Creates a value, such as for a test or a preview.
  public init(account: Account, state: AccountState, missing: [MissingField], pendingEmail: String? = nil) {
    self.account = account
    self.state = state
    self.missing = missing
    self.pendingEmail = pendingEmail
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.account = try container.required("account")
    self.state = try container.required("state")
    self.missing = try container.required("missing")
    self.pendingEmail = try container.optional("pendingEmail")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(account, "account")
    try container.write(state, "state")
    try container.write(missing, "missing")
    try container.writeIfPresent(pendingEmail, "pendingEmail")
  }
}
