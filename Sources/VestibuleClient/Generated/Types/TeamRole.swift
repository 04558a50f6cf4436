// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The place in a team: owners change the team and who is in it.
public struct TeamRole: OpenEnumeration {
  /// `owner`: changes the team and who is in it.
  public static let owner = TeamRole(rawValue: "owner")
  /// `member`: shares the team's clients.
  public static let member = TeamRole(rawValue: "member")

  /// The value as the server writes it.
  public let rawValue: String

  /// The value with this text, also if this version of the kit does not know it.
  public init(rawValue: String) { self.rawValue = rawValue }
}
