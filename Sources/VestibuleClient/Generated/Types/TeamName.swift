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
}
