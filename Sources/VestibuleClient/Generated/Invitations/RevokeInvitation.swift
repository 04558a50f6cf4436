// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Withdraws an invitation.
public struct RevokeInvitationRequest: FunctionRequest {
  /// What `revoke-invitation` answers.
  public typealias Answer = RevokeInvitationResult

  /// `POST /revoke-invitation`. It needs a session.
  public static let function = FunctionCall("revoke-invitation", at: "/revoke-invitation", for: .session)

  /// The invitation to revoke. At most 64 characters.
  public var invitationId: String

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(invitationId: String, teamId: String? = nil) {
    self.invitationId = invitationId
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.invitationId = try container.required("invitationId")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(invitationId, "invitationId")
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `revoke-invitation` answers to ``RevokeInvitationRequest``.
public struct RevokeInvitationResult: Codable, Equatable, Sendable {
  /// An invitation; `status` is the one at the time of reading.
  public var invitation: Invitation

  /// Creates a value, such as for a test or a preview.
  public init(invitation: Invitation) {
    self.invitation = invitation
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.invitation = try container.required("invitation")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(invitation, "invitation")
  }
}
