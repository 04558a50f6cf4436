// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Proves again who the caller is: the same session counts as a recent sign-in and gets new tokens.
///
/// At least one of these is present:
/// - `identity`
/// - `password`
/// - `factor`
public struct ReauthenticateRequest: FunctionRequest {
  /// What `reauthenticate` answers.
  public typealias Answer = ReauthenticateResult

  /// `POST /reauthenticate`. It needs a session.
  public static let function = FunctionCall("reauthenticate", at: "/reauthenticate", for: .session)

  /// An ID token of an identity provider.
  public var identity: Identity?

  /// A password, normalized to NFC and never trimmed. At most 256 characters.
  public var password: String?

  /// The second factor of the account, with the credential or alone. A passkey signs a challenge of
  /// `passkey-options`. Exactly one of these is present: `code`; `credential`.
  public var factor: Factor?

  /// Creates a request. What is nil is not sent.
  public init(identity: Identity? = nil, password: String? = nil, factor: Factor? = nil) {
    self.identity = identity
    self.password = password
    self.factor = factor
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.identity = try container.optional("identity")
    self.password = try container.optional("password")
    self.factor = try container.optional("factor")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(identity, "identity")
    try container.writeIfPresent(password, "password")
    try container.writeIfPresent(factor, "factor")
  }

  /// The second factor of the account, with the credential or alone. A passkey signs a challenge of
  /// `passkey-options`. Exactly one of these is present:
  /// - `code`
  /// - `credential`
  public struct Factor: Codable, Equatable, Sendable {
    /// The factor that answers, if the account has several. At most 64 characters.
    public var factorId: String?

    /// A code of an authenticator app: 6 digits. At most 16 characters. Nil if `credential` is present.
    public internal(set) var code: String?

    /// The answer of an authenticator: `PublicKeyCredential.toJSON()`. Nil if `code` is present.
    public internal(set) var credential: [String: JSONValue]?

    /// One of the static functions makes a request.
    init(factorId: String? = nil, code: String? = nil, credential: [String: JSONValue]? = nil) {
      self.factorId = factorId
      self.code = code
      self.credential = credential
    }

    /// The code of an authenticator app.
    public static func code(_ code: String, factorId: String? = nil) -> Factor {
      Factor(factorId: factorId, code: code)
    }

    /// What the authenticator of a passkey answered.
    public static func passkey(credential: [String: JSONValue], factorId: String? = nil) -> Factor {
      Factor(factorId: factorId, credential: credential)
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.factorId = try container.optional("factorId")
      self.code = try container.optional("code")
      self.credential = try container.optional("credential")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.writeIfPresent(factorId, "factorId")
      try container.writeIfPresent(code, "code")
      try container.writeIfPresent(credential, "credential")
    }
  }
}

/// What `reauthenticate` answers to ``ReauthenticateRequest``.
public struct ReauthenticateResult: Codable, Equatable, Sendable {
  /// The same session with new tokens. The old access token is not valid any more.
  public var session: ReauthenticatedTokens

  /// Creates a value, such as for a test or a preview.
  public init(session: ReauthenticatedTokens) {
    self.session = session
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.session = try container.required("session")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(session, "session")
  }
}

/// The same session with new tokens. The old access token is not valid any more.
public struct ReauthenticatedTokens: Codable, Equatable, Sendable {
  /// The token for the header Authorization: Bearer.
  public var accessToken: String

  /// When the access token expires.
  public var accessTokenExpiresAt: Date

  /// The token for `refresh-session`. It works once.
  public var refreshToken: String

  /// When the person proved who they are: now.
  public var authenticatedAt: Date

  /// Creates a value, such as for a test or a preview.
  public init(accessToken: String, accessTokenExpiresAt: Date, refreshToken: String, authenticatedAt: Date) {
    self.accessToken = accessToken
    self.accessTokenExpiresAt = accessTokenExpiresAt
    self.refreshToken = refreshToken
    self.authenticatedAt = authenticatedAt
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.accessToken = try container.required("accessToken")
    self.accessTokenExpiresAt = try container.required("accessTokenExpiresAt")
    self.refreshToken = try container.required("refreshToken")
    self.authenticatedAt = try container.required("authenticatedAt")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(accessToken, "accessToken")
    try container.write(accessTokenExpiresAt, "accessTokenExpiresAt")
    try container.write(refreshToken, "refreshToken")
    try container.write(authenticatedAt, "authenticatedAt")
  }
}
