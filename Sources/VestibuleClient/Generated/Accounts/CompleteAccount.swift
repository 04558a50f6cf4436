// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Adds the data that the policy requires and the account lacks. This ends the state `incomplete`.
public struct CompleteAccountRequest: FunctionRequest {
  /// What `complete-account` answers.
  public typealias Answer = CompleteAccountResult

  /// `POST /complete-account`. It needs a session.
  public static let function = FunctionCall("complete-account", at: "/complete-account", for: .session)

  /// The name that others see; the rules of `name` apply. At most 200 characters.
  public var displayName: String?

  /// A name with which a person can sign in instead of the address. Case and Unicode spelling do not matter. The
  /// policy's `profile.username` says whether accounts have one. 3 to 64 characters.
  public var username: String?

  /// A telephone number, such as `+1 555 123 4567`. One without a country calling code gets that of the policy's
  /// `profile.callingCode`. 3 to 32 characters.
  public var phone: String?

  /// The person's day of birth as a calendar date: `2010-05-31`.
  public var birthDate: CalendarDay?

  /// The person's consent to the terms, and the address of their parent or guardian. Without `version` the person
  /// agrees to no terms, such as where the policy has none.
  public var consent: Consent?

  /// The app's own fields, as `profile.fields` of the policy defines them; `JSONValue.null` removes a field.
  public var profile: [String: JSONValue]?

  /// The role of the account, where `missing` names it: the present one, or one of policy roles.signUp. At most 64
  /// characters.
  public var role: Role?

  /// The `clientId` of each waiting inviter who stays. The others are left, as by leave-inviter. At most 1000
  /// entries.
  public var keepInviters: [String]?

  /// Creates a request. What is nil is not sent.
  public init(
    displayName: String? = nil, username: String? = nil, phone: String? = nil, birthDate: CalendarDay? = nil,
    consent: Consent? = nil, profile: [String: JSONValue]? = nil, role: Role? = nil, keepInviters: [String]? = nil
  ) {
    self.displayName = displayName
    self.username = username
    self.phone = phone
    self.birthDate = birthDate
    self.consent = consent
    self.profile = profile
    self.role = role
    self.keepInviters = keepInviters
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.displayName = try container.optional("displayName")
    self.username = try container.optional("username")
    self.phone = try container.optional("phone")
    self.birthDate = try container.optional("birthDate")
    self.consent = try container.optional("consent")
    self.profile = try container.optional("profile")
    self.role = try container.optional("role")
    self.keepInviters = try container.optional("keepInviters")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(displayName, "displayName")
    try container.writeIfPresent(username, "username")
    try container.writeIfPresent(phone, "phone")
    try container.writeIfPresent(birthDate, "birthDate")
    try container.writeIfPresent(consent, "consent")
    try container.writeIfPresent(profile, "profile")
    try container.writeIfPresent(role, "role")
    try container.writeIfPresent(keepInviters, "keepInviters")
  }
}

/// What `complete-account` answers to ``CompleteAccountRequest``.
public struct CompleteAccountResult: Codable, Equatable, Sendable {
  /// A person who can sign in. `email` is nil if the provider gave none.
  public var account: Account

  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show or
  /// delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState

  /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of
  /// the address.
  public var missing: [MissingField]

  /// Creates a value, such as for a test or a preview.
  public init(account: Account, state: AccountState, missing: [MissingField]) {
    self.account = account
    self.state = state
    self.missing = missing
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.account = try container.required("account")
    self.state = try container.required("state")
    self.missing = try container.required("missing")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(account, "account")
    try container.write(state, "state")
    try container.write(missing, "missing")
  }
}
