// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Tells a gateway whether an access token is valid, and whose it is.
public struct AuthorizeRequest: FunctionRequest, Equatable {
  public typealias Answer = AuthorizeResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("authorize", at: "/authorize", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AuthorizeRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The role that the account must have; without it, any.
  @_alwaysEmitIntoClient public var role: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Whether the session must have passed a second factor.
  @_alwaysEmitIntoClient public var factor: Bool? {
    get { json[flag: 1] }
    set { update { $0[flag: 1] = newValue } }
  }

  /// The seconds that may have passed since the person last proved who they are.
  @_alwaysEmitIntoClient public var maxAge: Int? {
    get { json[integer: 2] }
    set { update { $0[integer: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(role: String? = nil, factor: Bool? = nil, maxAge: Int? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = role
    json[flag: 1] = factor
    json[integer: 2] = maxAge
    self.json = json
  }
}

/// The authorize result.
public struct AuthorizeResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AuthorizeResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the account that calls.
  @_alwaysEmitIntoClient public var accountId: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The role of the account.
  @_alwaysEmitIntoClient public var role: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The id of the session to which the access token belongs.
  @_alwaysEmitIntoClient public var sessionId: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// Whether the person has proven that the address is theirs.
  @_alwaysEmitIntoClient public var emailVerified: Bool {
    get { json[flag: 3] }
    set { update { $0[flag: 3] = newValue } }
  }

  /// The account's address; null if the provider gave none.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// The id that the account had in the system from which it was imported; absent if it was not imported.
  @_alwaysEmitIntoClient public var externalId: String? {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    accountId: String, role: String, sessionId: String, emailVerified: Bool, email: String? = nil,
    externalId: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = accountId
    json[text: 1] = role
    json[text: 2] = sessionId
    json[flag: 3] = emailVerified
    json[text: 4] = email
    json[text: 5] = externalId
    self.json = json
  }
}
