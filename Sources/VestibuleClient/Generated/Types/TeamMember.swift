// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// An account in the team.
public struct TeamMember: Codable, Equatable, Sendable {
  /// The account.
  public var accountId: String

  /// The name that others see.
  public var displayName: String

  /// The place in a team: owners change the team and who is in it.
  public var role: TeamRole

  /// When the account joined the team.
  public var joinedAt: Date

  /// The address; nil if the account has none.
  public var email: String?

  /// Creates a value, such as for a test or a preview.
  public init(accountId: String, displayName: String, role: TeamRole, joinedAt: Date, email: String? = nil) {
    self.accountId = accountId
    self.displayName = displayName
    self.role = role
    self.joinedAt = joinedAt
    self.email = email
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.accountId = try container.required("accountId")
    self.displayName = try container.required("displayName")
    self.role = try container.required("role")
    self.joinedAt = try container.required("joinedAt")
    self.email = try container.optional("email")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(accountId, "accountId")
    try container.write(displayName, "displayName")
    try container.write(role, "role")
    try container.write(joinedAt, "joinedAt")
    try container.writeIfPresent(email, "email")
  }
}
