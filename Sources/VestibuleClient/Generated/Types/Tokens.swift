// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// The tokens of a session.
public struct Tokens: Codable, Hashable, Sendable {
  /// The access token.
  public var accessToken: String
  /// A timestamp (RFC 3339) in UTC.
  public var accessTokenExpiresAt: Date
  /// The refresh token.
  public var refreshToken: String

  /// Creates the value from its members.
  public init(accessToken: String, accessTokenExpiresAt: Date, refreshToken: String) {
    self.accessToken = accessToken
    self.accessTokenExpiresAt = accessTokenExpiresAt
    self.refreshToken = refreshToken
  }
}
