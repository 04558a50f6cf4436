// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Tells a gateway whether an access token is valid, and whose it is.
public struct AuthorizeRequest: FunctionRequest {
  /// What `authorize` answers.
  public typealias Answer = AuthorizeResult

  /// `POST /authorize`. It needs a session.
  public static let function = FunctionCall("authorize", at: "/authorize", for: .session)

  /// The role that the account must have; without it, any. At most 64 characters.
  public var role: String?

  /// Whether the session must have passed a second factor.
  public var factor: Bool?

  /// The seconds that may have passed since the person last proved who they are. 0 to 31536000.
  public var maxAge: Int?

  /// Creates a request. What is nil is not sent.
  public init(role: String? = nil, factor: Bool? = nil, maxAge: Int? = nil) {
    self.role = role
    self.factor = factor
    self.maxAge = maxAge
  }
}

/// What `authorize` answers to ``AuthorizeRequest``.
public struct AuthorizeResult: Codable, Equatable, Sendable {
  /// The id of the account that calls.
  public var accountId: String

  /// The role of the account.
  public var role: String

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
    accountId: String, role: String, sessionId: String, emailVerified: Bool, email: String? = nil,
    externalId: String? = nil
  ) {
    self.accountId = accountId
    self.role = role
    self.sessionId = sessionId
    self.emailVerified = emailVerified
    self.email = email
    self.externalId = externalId
  }
}
