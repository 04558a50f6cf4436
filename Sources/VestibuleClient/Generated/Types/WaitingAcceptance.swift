// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// What an account has accepted before it has proven its address.
public struct WaitingAcceptance: Codable, Equatable, Sendable {
  /// The invitation that stays pending.
  public var invitationId: String?

  /// The link by which the account joins.
  public var joinLinkId: String?

  /// Creates a value, such as for a test or a preview.
  public init(invitationId: String? = nil, joinLinkId: String? = nil) {
    self.invitationId = invitationId
    self.joinLinkId = joinLinkId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.invitationId = try container.optional("invitationId")
    self.joinLinkId = try container.optional("joinLinkId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(invitationId, "invitationId")
    try container.writeIfPresent(joinLinkId, "joinLinkId")
  }
}
