// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Proves again who the caller is: the same session counts as a recent sign-in and gets new tokens. At least
/// one of these is present: `identity`; `password`; `factor`.
public struct ReauthenticateRequest: FunctionRequest, Equatable {
  public typealias Answer = ReauthenticateResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("reauthenticate", at: "/reauthenticate", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ReauthenticateRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// An ID token of an identity provider.
  @_alwaysEmitIntoClient public var identity: Identity? {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// A password, normalized to NFC and never trimmed.
  @_alwaysEmitIntoClient public var password: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The second factor of the account, beside the credential or alone. A passkey signs a challenge of
  /// `passkey-options`. Exactly one of these is present: `code`; `credential`.
  @_alwaysEmitIntoClient public var factor: ReauthenticateRequestFactor? {
    get { json[object: 2] }
    set { update { $0[object: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    identity: Identity? = nil, password: String? = nil, factor: ReauthenticateRequestFactor? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = identity
    json[text: 1] = password
    json[object: 2] = factor
    self.json = json
  }
}

/// The reauthenticate result.
public struct ReauthenticateResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ReauthenticateResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The same session with new tokens. The old access token is not valid any more.
  @_alwaysEmitIntoClient public var session: ReauthenticatedTokens {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(session: ReauthenticatedTokens) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = session
    self.json = json
  }
}

/// The second factor of the account, beside the credential or alone. A passkey signs a challenge of
/// `passkey-options`. Exactly one of these is present: `code`; `credential`.
public struct ReauthenticateRequestFactor: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ReauthenticateRequestFactor") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The factor that answers, if the account has several.
  @_alwaysEmitIntoClient public var factorId: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// A code of an authenticator app: 6 digits.
  @_alwaysEmitIntoClient public var code: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The answer of an authenticator: `PublicKeyCredential.toJSON()`.
  @_alwaysEmitIntoClient public var credential: [String: JSONValue]? {
    get { json[values: 2] }
    set { update { $0[values: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    factorId: String? = nil, code: String? = nil, credential: [String: JSONValue]? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = factorId
    json[text: 1] = code
    json[values: 2] = credential
    self.json = json
  }
}

/// The same session with new tokens. The old access token is not valid any more.
public struct ReauthenticatedTokens: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ReauthenticatedTokens") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The token for the header Authorization: Bearer.
  @_alwaysEmitIntoClient public var accessToken: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// When the access token expires.
  @_alwaysEmitIntoClient public var accessTokenExpiresAt: Date {
    get { json[date: 1] }
    set { update { $0[date: 1] = newValue } }
  }

  /// The token for `refresh-session`. It works once.
  @_alwaysEmitIntoClient public var refreshToken: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// When the person proved who they are: now.
  @_alwaysEmitIntoClient public var authenticatedAt: Date {
    get { json[date: 3] }
    set { update { $0[date: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    accessToken: String, accessTokenExpiresAt: Date, refreshToken: String, authenticatedAt: Date
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = accessToken
    json[date: 1] = accessTokenExpiresAt
    json[text: 2] = refreshToken
    json[date: 3] = authenticatedAt
    self.json = json
  }
}
