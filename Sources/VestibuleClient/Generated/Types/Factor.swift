// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// A second factor.
public struct Factor: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// The type.
  public var type: FactorType
  /// A timestamp (RFC 3339) in UTC.
  public var createdAt: Date
  /// The name.
  public var name: String?
  /// When it was last used after it was confirmed.
  public var lastUsedAt: Date?

  /// Creates the value from its members.
  public init(id: String, type: FactorType, createdAt: Date, name: String? = nil, lastUsedAt: Date? = nil) {
    self.id = id
    self.type = type
    self.createdAt = createdAt
    self.name = name
    self.lastUsedAt = lastUsedAt
  }
}
