// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Sets profile fields of an invitee that the policy reserves for inviters.
///
/// Exactly one of these is present:
/// - `accountId`
/// - `email`
public struct UpdateMemberRequest: FunctionRequest {
  /// What `update-member` answers.
  public typealias Answer = UpdateMemberResult

  /// `POST /update-member`. It needs a session.
  public static let function = FunctionCall("update-member", at: "/update-member", for: .session)

  /// The app's own fields, as `profile.fields` of the policy defines them; `JSONValue.null` removes a field.
  public internal(set) var profile: [String: JSONValue]

  /// The account to change. At most 64 characters.
  public internal(set) var accountId: String?

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map
  /// its domain to ASCII. At most 254 characters.
  public internal(set) var email: String?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// One of the static functions makes a request.
  init(profile: [String: JSONValue], accountId: String? = nil, email: String? = nil, teamId: String? = nil) {
    self.profile = profile
    self.accountId = accountId
    self.email = email
    self.teamId = teamId
  }

  /// By the id of the account.
  public static func account(accountId: String, profile: [String: JSONValue], teamId: String? = nil)
    -> UpdateMemberRequest
  {
    UpdateMemberRequest(profile: profile, accountId: accountId, teamId: teamId)
  }

  /// By the address of the account.
  public static func account(email: String, profile: [String: JSONValue], teamId: String? = nil) -> UpdateMemberRequest
  {
    UpdateMemberRequest(profile: profile, email: email, teamId: teamId)
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.profile = try container.required("profile")
    self.accountId = try container.optional("accountId")
    self.email = try container.optional("email")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(profile, "profile")
    try container.writeIfPresent(accountId, "accountId")
    try container.writeIfPresent(email, "email")
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `update-member` answers to ``UpdateMemberRequest``.
public struct UpdateMemberResult: Codable, Equatable, Sendable {
  /// The changed account.
  public var member: Member

  /// Creates a value, such as for a test or a preview.
  public init(member: Member) {
    self.member = member
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.member = try container.required("member")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(member, "member")
  }

  /// The changed account.
  public struct Member: Codable, Equatable, Sendable {
    /// The account's id.
    public var accountId: String

    /// The name that others see.
    public var displayName: String

    /// The app's own fields, by name.
    public var profile: [String: JSONValue]

    /// The account's address; nil if the provider gave none.
    public var email: String?

    /// Creates a value, such as for a test or a preview.
    public init(accountId: String, displayName: String, profile: [String: JSONValue], email: String? = nil) {
      self.accountId = accountId
      self.displayName = displayName
      self.profile = profile
      self.email = email
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.accountId = try container.required("accountId")
      self.displayName = try container.required("displayName")
      self.profile = try container.required("profile")
      self.email = try container.optional("email")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(accountId, "accountId")
      try container.write(displayName, "displayName")
      try container.write(profile, "profile")
      try container.writeIfPresent(email, "email")
    }
  }
}
