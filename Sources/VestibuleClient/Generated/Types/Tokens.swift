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

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.accessToken = try container.required("accessToken")
    self.accessTokenExpiresAt = try container.required("accessTokenExpiresAt")
    self.refreshToken = try container.required("refreshToken")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(accessToken, "accessToken")
    try container.write(accessTokenExpiresAt, "accessTokenExpiresAt")
    try container.write(refreshToken, "refreshToken")
  }
}
