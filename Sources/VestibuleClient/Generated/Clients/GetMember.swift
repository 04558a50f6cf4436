// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Returns the account of an invitee, and its state.
public struct GetMemberRequest: ReadingRequest {
  /// What `get-member` answers.
  public typealias Answer = GetMemberResult

  /// `POST /get-member`. It needs a session.
  public static let function = FunctionCall("get-member", at: "/get-member", for: .session)

  /// The account to show. At most 64 characters.
  public var accountId: String

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(accountId: String, teamId: String? = nil) {
    self.accountId = accountId
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.accountId = try container.required("accountId")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(accountId, "accountId")
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `get-member` answers to ``GetMemberRequest``.
public struct GetMemberResult: Codable, Equatable, Sendable {
  /// A person who can sign in. `email` is nil if the provider gave none.
  public var member: Account

  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show or
  /// delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState

  /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of
  /// the address.
  public var missing: [MissingField]

  /// Creates a value, such as for a test or a preview.
  public init(member: Account, state: AccountState, missing: [MissingField]) {
    self.member = member
    self.state = state
    self.missing = missing
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.member = try container.required("member")
    self.state = try container.required("state")
    self.missing = try container.required("missing")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(member, "member")
    try container.write(state, "state")
    try container.write(missing, "missing")
  }
}
