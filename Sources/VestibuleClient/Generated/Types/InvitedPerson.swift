// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The invited person.
public struct InvitedPerson: Codable, Hashable, Sendable {
  /// The name.
  public var name: String

  /// Creates the value from its members.
  public init(name: String) {
    self.name = name
  }
}
