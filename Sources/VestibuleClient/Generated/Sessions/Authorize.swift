// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Tells a gateway whether an access token is valid, and whose it is.
public struct AuthorizeRequest: FunctionRequest {
  /// What `authorize` answers.
  public typealias Answer = AuthorizeResult

  /// `POST /authorize`. It needs a session.
  public static let function = FunctionCall("authorize", at: "/authorize", for: .session)

  /// The role that the account must have; without it, any. At most 64 characters.
  public var role: Role?

  /// Whether the session must have passed a second factor.
  public var factor: Bool?

  /// The seconds that may have passed since the person last proved who they are. 0 to 31536000.
  public var maxAge: Int?

  /// Creates a request. What is nil is not sent.
  public init(role: Role? = nil, factor: Bool? = nil, maxAge: Int? = nil) {
    self.role = role
    self.factor = factor
    self.maxAge = maxAge
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.role = try container.optional("role")
    self.factor = try container.optional("factor")
    self.maxAge = try container.optional("maxAge")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(role, "role")
    try container.writeIfPresent(factor, "factor")
    try container.writeIfPresent(maxAge, "maxAge")
  }
}

/// What `authorize` answers to ``AuthorizeRequest``.
public struct AuthorizeResult: Codable, Equatable, Sendable {
  /// The id of the account that calls.
  public var accountId: String

  /// The role of the account.
  public var role: Role

  /// The id of the session to which the access token belongs.
  public var sessionId: String

  /// Whether the person has proven that the address is theirs.
  public var emailVerified: Bool

  /// The account's address; nil if the provider gave none.
  public var email: String?

  /// The id that the account had in the system from which it was imported; nil if it was not imported.
  public var externalId: String?

  /// Creates a value, such as for a test or a preview.
  public init(
    accountId: String, role: Role, sessionId: String, emailVerified: Bool, email: String? = nil,
    externalId: String? = nil
  ) {
    self.accountId = accountId
    self.role = role
    self.sessionId = sessionId
    self.emailVerified = emailVerified
    self.email = email
    self.externalId = externalId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.accountId = try container.required("accountId")
    self.role = try container.required("role")
    self.sessionId = try container.required("sessionId")
    self.emailVerified = try container.required("emailVerified")
    self.email = try container.optional("email")
    self.externalId = try container.optional("externalId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(accountId, "accountId")
    try container.write(role, "role")
    try container.write(sessionId, "sessionId")
    try container.write(emailVerified, "emailVerified")
    try container.writeIfPresent(email, "email")
    try container.writeIfPresent(externalId, "externalId")
  }
}
