// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Withdraws an invitation.
public struct RevokeInvitationRequest: FunctionRequest {
  public typealias Answer = RevokeInvitationResult

  /// The function that answers the request.
  public static let function = FunctionCall("revoke-invitation", at: "/revoke-invitation", for: .session)

  /// An opaque id.
  public var invitationId: String

  /// Creates the value from its members.
  public init(invitationId: String) {
    self.invitationId = invitationId
  }
}

/// The revoke invitation result.
public struct RevokeInvitationResult: Codable, Hashable, Sendable {
  /// An invitation; `status` is the one at the time of reading.
  public var invitation: Invitation

  /// Creates the value from its members.
  public init(invitation: Invitation) {
    self.invitation = invitation
  }
}
