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

  /// Creates a request.
  public init(invitationId: String) {
    self.invitationId = invitationId
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
