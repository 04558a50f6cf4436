// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Tells a gateway whether an access token is valid, and whose it is.
public struct AuthorizeRequest: FunctionRequest {
  public typealias Answer = AuthorizeResult

  /// The function that answers the request.
  public static let function = FunctionCall("authorize", at: "/authorize", for: .session)

  /// A role of the policy.
  public var role: String?
  /// Whether the session must have passed a second factor.
  public var factor: Bool?
  /// The seconds that may have passed since the person last proved who they are.
  public var maxAge: Int?

  /// Creates the value from its members.
  public init(role: String? = nil, factor: Bool? = nil, maxAge: Int? = nil) {
    self.role = role
    self.factor = factor
    self.maxAge = maxAge
  }
}

/// The authorize result.
public struct AuthorizeResult: Codable, Hashable, Sendable {
  /// The account id.
  public var accountId: String
  /// The role.
  public var role: String
  /// The session id.
  public var sessionId: String
  /// The email verified.
  public var emailVerified: Bool
  /// The email.
  public var email: String?
  /// The id that the account had in the system from which it was imported.
  public var externalId: String?

  /// Creates the value from its members.
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
