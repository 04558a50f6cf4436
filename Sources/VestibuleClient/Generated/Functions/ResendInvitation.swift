// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Sends an invitation again, by the same channel or another, with a new code and a new expiry; the old code
/// becomes invalid.
public struct ResendInvitationRequest: FunctionRequest {
  public typealias Answer = ResendInvitationResult

  /// The function that answers the request.
  public static let function = FunctionCall("resend-invitation", at: "/resend-invitation", for: .session)

  /// An opaque id.
  public var invitationId: String
  /// How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text
  /// message.
  public var deliver: InvitationChannel?
  /// Whether the code of a text message is also sent by mail.
  public var alsoByMail: Bool?
  /// A note of the inviter in the mail, if the policy has `invitation.allowNote`.
  public var note: String?

  /// Creates the value from its members.
  public init(invitationId: String, deliver: InvitationChannel? = nil, alsoByMail: Bool? = nil, note: String? = nil) {
    self.invitationId = invitationId
    self.deliver = deliver
    self.alsoByMail = alsoByMail
    self.note = note
  }
}

/// The resend invitation result.
public struct ResendInvitationResult: Codable, Hashable, Sendable {
  /// An invitation; `status` is the one at the time of reading.
  public var invitation: Invitation
  /// The message.
  public var message: String
  /// The link to pass on; only with the channel `link`.
  public var link: String?

  /// Creates the value from its members.
  public init(invitation: Invitation, message: String, link: String? = nil) {
    self.invitation = invitation
    self.message = message
    self.link = link
  }
}
