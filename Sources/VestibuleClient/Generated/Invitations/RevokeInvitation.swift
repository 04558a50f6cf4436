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
}

/// What `revoke-invitation` answers to ``RevokeInvitationRequest``.
public struct RevokeInvitationResult: Codable, Equatable, Sendable {
  /// An invitation; `status` is the one at the time of reading.
  public var invitation: Invitation

  /// Creates a value, such as for a test or a preview.
  public init(invitation: Invitation) {
    self.invitation = invitation
  }
}
