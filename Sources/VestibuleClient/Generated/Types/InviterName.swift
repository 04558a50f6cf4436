// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// An inviter, as its clients see it.
public struct InviterName: Codable, Hashable, Identifiable, Sendable {
  /// The id of the inviter's account.
  public var id: String

  /// The name that others see.
  public var displayName: String

  /// Creates a value, such as for a test or a preview.
  public init(id: String, displayName: String) {
    self.id = id
    self.displayName = displayName
  }
}
