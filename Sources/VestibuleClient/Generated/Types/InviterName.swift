// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The inviter name.
public struct InviterName: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// The display name.
  public var displayName: String

  /// Creates the value from its members.
  public init(id: String, displayName: String) {
    self.id = id
    self.displayName = displayName
  }
}
