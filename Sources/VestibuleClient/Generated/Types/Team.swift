// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Inviters who share clients, invitations, links and workouts.
public struct Team: Codable, Hashable, Identifiable, Sendable {
  /// The id of the team, which other functions call `teamId`.
  public var id: String

  /// The name of the team, or that of its owner until it has one.
  public var name: String

  /// When it was made.
  public var createdAt: Date

  /// What an inviter's invitations show instead of the app's name, color and logo.
  public var branding: Branding?

  /// Creates a value, such as for a test or a preview.
  public init(id: String, name: String, createdAt: Date, branding: Branding? = nil) {
    self.id = id
    self.name = name
    self.createdAt = createdAt
    self.branding = branding
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.id = try container.required("id")
    self.name = try container.required("name")
    self.createdAt = try container.required("createdAt")
    self.branding = try container.optional("branding")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(id, "id")
    try container.write(name, "name")
    try container.write(createdAt, "createdAt")
    try container.writeIfPresent(branding, "branding")
  }
}
