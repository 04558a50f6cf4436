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
}
