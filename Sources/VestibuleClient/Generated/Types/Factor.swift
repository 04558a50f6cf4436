// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// A second factor.
public struct Factor: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("Factor") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the factor, which other functions call `factorId`.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// `totp` for an authenticator app, or `passkey`.
  @_alwaysEmitIntoClient public var type: FactorType {
    get { json[choice: 1] }
    set { update { $0[choice: 1] = newValue } }
  }

  /// When the person began to enroll it.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 2] }
    set { update { $0[date: 2] = newValue } }
  }

  /// The person's name for the factor; absent if they gave none.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// When it was last used after it was confirmed; absent if it never was.
  @_alwaysEmitIntoClient public var lastUsedAt: Date? {
    get { json[date: 4] }
    set { update { $0[date: 4] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, type: FactorType, createdAt: Date, name: String? = nil, lastUsedAt: Date? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[choice: 1] = type
    json[date: 2] = createdAt
    json[text: 3] = name
    json[date: 4] = lastUsedAt
    self.json = json
  }
}
