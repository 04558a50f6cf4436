// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// A team of inviters; only with `teams` of the policy.
public struct TeamName: Codable, Hashable, Identifiable, Sendable {
  /// The id of the team, which other functions call `teamId`.
  public var id: String

  /// The name of the team, or that of its owner until it has one.
  public var name: String

  /// Creates a value, such as for a test or a preview.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.id = try container.required("id")
    self.name = try container.required("name")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(id, "id")
    try container.write(name, "name")
  }
}
