// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// An invitation that the account can accept.
public struct WaitingInvitation: Codable, Hashable, Identifiable, Sendable {
  /// The id of the invitation, for `invitationId` of `accept-invitation`.
  public var id: String

  /// Who invites.
  public var inviter: InviterName

  /// Who is invited.
  public var client: InvitedPerson

  /// When the invitation ends: at noon UTC of the day after its last day.
  public var expiresAt: Date

  /// A team of inviters; only with `teams` of the policy.
  public var team: TeamName?

  /// Creates a value, such as for a test or a preview.
  public init(id: String, inviter: InviterName, client: InvitedPerson, expiresAt: Date, team: TeamName? = nil) {
    self.id = id
    self.inviter = inviter
    self.client = client
    self.expiresAt = expiresAt
    self.team = team
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.id = try container.required("id")
    self.inviter = try container.required("inviter")
    self.client = try container.required("client")
    self.expiresAt = try container.required("expiresAt")
    self.team = try container.optional("team")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(id, "id")
    try container.write(inviter, "inviter")
    try container.write(client, "client")
    try container.write(expiresAt, "expiresAt")
    try container.writeIfPresent(team, "team")
  }
}
