// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// A person who can sign in. `email` is nil if the provider gave none.
public struct Account: Codable, Hashable, Identifiable, Sendable {
  /// The account's id: the `sub` of its access tokens.
  public var id: String

  /// Whether the person has proven that the address is theirs.
  public var emailVerified: Bool

  /// The name that others see.
  public var displayName: String

  /// The role of the policy that the account has.
  public var role: Role

  /// `deleting`: the person has deleted the account and can restore it.
  public var status: Status

  /// The app's own fields, as `profile.fields` of the policy defines them.
  public var profile: [String: JSONValue]

  /// The person's last consent, and the decision of their parent or guardian.
  public var consent: Consent

  /// When the account was created.
  public var createdAt: Date

  /// The primary address, to which mails go; nil if the provider gave none.
  public var email: String?

  /// The primary address, to which mails go, and the others that were proven. One that is only claimed has no
  /// `provenAt`. Nil where an inviter sees the account. At most 10 entries.
  public var addresses: [Address]?

  /// The name with which the person can sign in instead of the address, folded: in lower case and in the Unicode form
  /// NFKC; nil if there is none.
  public var username: String?

  /// The https URL of the person's picture; nil if there is none.
  public var photoURL: String?

  /// The telephone number in the international form (E.164), such as `+15551234567`; nil if there is none.
  public var phone: String?

  /// The language of the person's mails (BCP 47); nil for the app's first language.
  public var locale: String?

  /// The time zone in which the person sees times, such as `Europe/Berlin`; nil if none was chosen: times are then in
  /// UTC.
  public var timeZone: String?

  /// Whether the person has stated a birth date that the policy accepted.
  public var ageVerified: Bool?

  /// What an inviter's invitations show instead of the app's name, color and logo.
  public var branding: Branding?

  /// When the person last signed in; nil if they never have.
  public var lastSignInAt: Date?

  /// The inviters who were linked to the account before the first proof of its address. They wait for
  /// `complete-account {keepInviters}`; nil if none waits. At most 1000 entries.
  public var waitingInviters: [WaitingInviter]?

  /// The id that the account had in the system from which it was imported; nil if it was not imported.
  public var externalId: String?

  /// Creates a value, such as for a test or a preview.
  public init(
    id: String, emailVerified: Bool, displayName: String, role: Role, status: Status, profile: [String: JSONValue],
    consent: Consent, createdAt: Date, email: String? = nil, addresses: [Address]? = nil, username: String? = nil,
    photoURL: String? = nil, phone: String? = nil, locale: String? = nil, timeZone: String? = nil,
    ageVerified: Bool? = nil, branding: Branding? = nil, lastSignInAt: Date? = nil,
    waitingInviters: [WaitingInviter]? = nil, externalId: String? = nil
  ) {
    self.id = id
    self.emailVerified = emailVerified
    self.displayName = displayName
    self.role = role
    self.status = status
    self.profile = profile
    self.consent = consent
    self.createdAt = createdAt
    self.email = email
    self.addresses = addresses
    self.username = username
    self.photoURL = photoURL
    self.phone = phone
    self.locale = locale
    self.timeZone = timeZone
    self.ageVerified = ageVerified
    self.branding = branding
    self.lastSignInAt = lastSignInAt
    self.waitingInviters = waitingInviters
    self.externalId = externalId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.id = try container.required("id")
    self.emailVerified = try container.required("emailVerified")
    self.displayName = try container.required("displayName")
    self.role = try container.required("role")
    self.status = try container.required("status")
    self.profile = try container.required("profile")
    self.consent = try container.required("consent")
    self.createdAt = try container.required("createdAt")
    self.email = try container.optional("email")
    self.addresses = try container.optional("addresses")
    self.username = try container.optional("username")
    self.photoURL = try container.optional("photoURL")
    self.phone = try container.optional("phone")
    self.locale = try container.optional("locale")
    self.timeZone = try container.optional("timeZone")
    self.ageVerified = try container.optional("ageVerified")
    self.branding = try container.optional("branding")
    self.lastSignInAt = try container.optional("lastSignInAt")
    self.waitingInviters = try container.optional("waitingInviters")
    self.externalId = try container.optional("externalId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(id, "id")
    try container.write(emailVerified, "emailVerified")
    try container.write(displayName, "displayName")
    try container.write(role, "role")
    try container.write(status, "status")
    try container.write(profile, "profile")
    try container.write(consent, "consent")
    try container.write(createdAt, "createdAt")
    try container.writeIfPresent(email, "email")
    try container.writeIfPresent(addresses, "addresses")
    try container.writeIfPresent(username, "username")
    try container.writeIfPresent(photoURL, "photoURL")
    try container.writeIfPresent(phone, "phone")
    try container.writeIfPresent(locale, "locale")
    try container.writeIfPresent(timeZone, "timeZone")
    try container.writeIfPresent(ageVerified, "ageVerified")
    try container.writeIfPresent(branding, "branding")
    try container.writeIfPresent(lastSignInAt, "lastSignInAt")
    try container.writeIfPresent(waitingInviters, "waitingInviters")
    try container.writeIfPresent(externalId, "externalId")
  }

  /// An address of the account.
  public struct Address: Codable, Hashable, Sendable {
    /// The address.
    public var email: String

    /// Whether mails go to this address.
    public var primary: Bool

    /// When the person proved that the address is theirs; nil if they have not yet.
    public var provenAt: Date?

    /// Creates a value, such as for a test or a preview.
    public init(email: String, primary: Bool, provenAt: Date? = nil) {
      self.email = email
      self.primary = primary
      self.provenAt = provenAt
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.email = try container.required("email")
      self.primary = try container.required("primary")
      self.provenAt = try container.optional("provenAt")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(email, "email")
      try container.write(primary, "primary")
      try container.writeIfPresent(provenAt, "provenAt")
    }
  }

  /// `deleting`: the person has deleted the account and can restore it.
  public struct Status: OpenEnumeration {
    /// `active`: the account can be used.
    public static let active = Status(rawValue: "active")
    /// `disabled`: the app's operators, or a parent or guardian, have closed the account.
    public static let disabled = Status(rawValue: "disabled")
    /// `deleting`: the person has deleted the account, and can restore it until it is erased.
    public static let deleting = Status(rawValue: "deleting")

    /// The value as the server writes it.
    public let rawValue: String

    /// The value with this text, also if this version of the kit does not know it.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The person's last consent, and the decision of their parent or guardian.
  public struct Consent: Codable, Hashable, Sendable {
    /// Whether a parent or guardian has agreed: `none` if nobody has to, `pending` until they decide, `withdrawn` if
    /// they agreed first and disagree now.
    public var guardian: Guardian

    /// The version of the terms that the person agreed to; nil if they have not agreed to any.
    public var version: String?

    /// When the person agreed to the terms; nil if they have not.
    public var agreedAt: Date?

    /// Creates a value, such as for a test or a preview.
    public init(guardian: Guardian, version: String? = nil, agreedAt: Date? = nil) {
      self.guardian = guardian
      self.version = version
      self.agreedAt = agreedAt
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.guardian = try container.required("guardian")
      self.version = try container.optional("version")
      self.agreedAt = try container.optional("agreedAt")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(guardian, "guardian")
      try container.writeIfPresent(version, "version")
      try container.writeIfPresent(agreedAt, "agreedAt")
    }

    /// Whether a parent or guardian has agreed: `none` if nobody has to, `pending` until they decide, `withdrawn` if
    /// they agreed first and disagree now.
    public struct Guardian: OpenEnumeration {
      /// `none`: nobody has to agree.
      public static let notNeeded = Guardian(rawValue: "none")
      /// `pending`: the parent or guardian has a mail, and has not decided yet.
      public static let pending = Guardian(rawValue: "pending")
      /// `agreed`: the parent or guardian agrees, and the account can be used.
      public static let agreed = Guardian(rawValue: "agreed")
      /// `refused`: the parent or guardian does not agree, and the account is closed.
      public static let refused = Guardian(rawValue: "refused")
      /// `withdrawn`: the parent or guardian agreed first and disagrees now, and the account is closed.
      public static let withdrawn = Guardian(rawValue: "withdrawn")

      /// The value as the server writes it.
      public let rawValue: String

      /// The value with this text, also if this version of the kit does not know it.
      public init(rawValue: String) { self.rawValue = rawValue }
    }
  }

  /// An inviter who waits for the person's decision.
  public struct WaitingInviter: Codable, Hashable, Sendable {
    /// The id of the inviter's record of the person, for `keepInviters`.
    public var clientId: String

    /// An inviter, as its clients see it.
    public var inviter: InviterName

    /// A team of inviters; only with `teams` of the policy.
    public var team: TeamName?

    /// Creates a value, such as for a test or a preview.
    public init(clientId: String, inviter: InviterName, team: TeamName? = nil) {
      self.clientId = clientId
      self.inviter = inviter
      self.team = team
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.clientId = try container.required("clientId")
      self.inviter = try container.required("inviter")
      self.team = try container.optional("team")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(clientId, "clientId")
      try container.write(inviter, "inviter")
      try container.writeIfPresent(team, "team")
    }
  }
}
