// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Proves again who the caller is: the same session counts as a recent sign-in and gets new tokens. At least
/// one of these is present: `identity`; `password`; `factor`.
public struct ReauthenticateRequest: FunctionRequest {
  public typealias Answer = ReauthenticateResult

  /// The function that answers the request.
  public static let function = FunctionCall("reauthenticate", at: "/reauthenticate", for: .session)

  /// An ID token of an identity provider.
  public var identity: Identity?
  /// A password, normalized to NFC and never trimmed.
  public var password: String?
  /// The second factor of the account, beside the credential or alone. A passkey signs a challenge of
  /// `passkey-options`. Exactly one of these is present: `code`; `credential`.
  public var factor: ReauthenticateRequestFactor?

  /// Creates the value from its members.
  public init(identity: Identity? = nil, password: String? = nil, factor: ReauthenticateRequestFactor? = nil) {
    self.identity = identity
    self.password = password
    self.factor = factor
  }
}

/// The reauthenticate result.
public struct ReauthenticateResult: Codable, Hashable, Sendable {
  /// The same session with new tokens. The old access token is not valid any more.
  public var session: ReauthenticatedTokens

  /// Creates the value from its members.
  public init(session: ReauthenticatedTokens) {
    self.session = session
  }
}

/// The second factor of the account, beside the credential or alone. A passkey signs a challenge of
/// `passkey-options`. Exactly one of these is present: `code`; `credential`.
public struct ReauthenticateRequestFactor: Codable, Hashable, Sendable {
  /// An opaque id.
  public var factorId: String?
  /// A code of an authenticator app: 6 digits.
  public var code: String?
  /// The answer of an authenticator: `PublicKeyCredential.toJSON()`.
  public var credential: [String: JSONValue]?

  /// Creates the value from its members.
  public init(factorId: String? = nil, code: String? = nil, credential: [String: JSONValue]? = nil) {
    self.factorId = factorId
    self.code = code
    self.credential = credential
  }
}

/// The same session with new tokens. The old access token is not valid any more.
public struct ReauthenticatedTokens: Codable, Hashable, Sendable {
  /// The access token.
  public var accessToken: String
  /// A timestamp (RFC 3339) in UTC.
  public var accessTokenExpiresAt: Date
  /// The refresh token.
  public var refreshToken: String
  /// A timestamp (RFC 3339) in UTC.
  public var authenticatedAt: Date

  /// Creates the value from its members.
  public init(accessToken: String, accessTokenExpiresAt: Date, refreshToken: String, authenticatedAt: Date) {
    self.accessToken = accessToken
    self.accessTokenExpiresAt = accessTokenExpiresAt
    self.refreshToken = refreshToken
    self.authenticatedAt = authenticatedAt
  }
}
