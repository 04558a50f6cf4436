// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// The waiting invitation.
public struct WaitingInvitation: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// The inviter.
  public var inviter: InviterName
  /// The client.
  public var client: InvitedPerson
  /// A timestamp (RFC 3339) in UTC.
  public var expiresAt: Date

  /// Creates the value from its members.
  public init(id: String, inviter: InviterName, client: InvitedPerson, expiresAt: Date) {
    self.id = id
    self.inviter = inviter
    self.client = client
    self.expiresAt = expiresAt
  }
}
