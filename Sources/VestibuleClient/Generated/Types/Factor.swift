// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// A second factor.
public struct Factor: Codable, Hashable, Identifiable, Sendable {
  /// The id of the factor, which other functions call `factorId`.
  public var id: String

  /// `totp` for an authenticator app, or `passkey`.
  public var type: FactorType

  /// When the person began to enroll it.
  public var createdAt: Date

  /// The person's name for the factor; nil if they gave none.
  public var name: String?

  /// When it was last used after it was confirmed; nil if it never was.
  public var lastUsedAt: Date?

  /// Creates a value, such as for a test or a preview.
  public init(id: String, type: FactorType, createdAt: Date, name: String? = nil, lastUsedAt: Date? = nil) {
    self.id = id
    self.type = type
    self.createdAt = createdAt
    self.name = name
    self.lastUsedAt = lastUsedAt
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.id = try container.required("id")
    self.type = try container.required("type")
    self.createdAt = try container.required("createdAt")
    self.name = try container.optional("name")
    self.lastUsedAt = try container.optional("lastUsedAt")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(id, "id")
    try container.write(type, "type")
    try container.write(createdAt, "createdAt")
    try container.writeIfPresent(name, "name")
    try container.writeIfPresent(lastUsedAt, "lastUsedAt")
  }
}
