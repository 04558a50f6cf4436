// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// The tokens of a session.
public struct Tokens: Codable, Equatable, Sendable {
  /// The token for the header Authorization: Bearer.
  public var accessToken: String

  /// When the access token expires.
  public var accessTokenExpiresAt: Date

  /// The token for `refresh-session`. It works once.
  public var refreshToken: String

  /// Creates a value, such as for a test or a preview.
  public init(accessToken: String, accessTokenExpiresAt: Date, refreshToken: String) {
    self.accessToken = accessToken
    self.accessTokenExpiresAt = accessTokenExpiresAt
    self.refreshToken = refreshToken
  }
}
