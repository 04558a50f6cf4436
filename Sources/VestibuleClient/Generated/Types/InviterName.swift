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

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.id = try container.required("id")
    self.displayName = try container.required("displayName")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(id, "id")
    try container.write(displayName, "displayName")
  }
}
