// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// The tokens of a session.
public struct Tokens: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("Tokens") }

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

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(accessToken: String, accessTokenExpiresAt: Date, refreshToken: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = accessToken
    json[date: 1] = accessTokenExpiresAt
    json[text: 2] = refreshToken
    self.json = json
  }
}
