// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// A second factor.
public struct Factor: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("Factor") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The id.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// The type.
  @_alwaysEmitIntoClient public var type: FactorType {
    get { json[choice: 1] }
    set { json[choice: 1] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 2] }
    set { json[date: 2] = newValue }
  }

  /// The name.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 3] }
    set { json[text: 3] = newValue }
  }

  /// When it was last used after it was confirmed.
  @_alwaysEmitIntoClient public var lastUsedAt: Date? {
    get { json[date: 4] }
    set { json[date: 4] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, type: FactorType, createdAt: Date, name: String? = nil, lastUsedAt: Date? = nil
  ) {
    json = JSONMembers(Self.shape)
    self.id = id
    self.type = type
    self.createdAt = createdAt
    self.name = name
    self.lastUsedAt = lastUsedAt
  }
}
