// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Who is invited; nil for a link by which many people join.
public struct InvitedPerson: Codable, Hashable, Sendable {
  /// The person's name, as the inviter wrote it.
  public var name: String

  /// Creates a value, such as for a test or a preview.
  public init(name: String) {
    self.name = name
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.name = try container.required("name")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(name, "name")
  }
}
