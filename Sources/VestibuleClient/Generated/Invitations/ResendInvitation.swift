// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Sends an invitation again, by the same channel or another, with a new code and a new expiry; the old code becomes
/// invalid.
public struct ResendInvitationRequest: FunctionRequest {
  /// What `resend-invitation` answers.
  public typealias Answer = ResendInvitationResult

  /// `POST /resend-invitation`. It needs a session.
  public static let function = FunctionCall("resend-invitation", at: "/resend-invitation", for: .session)

  /// The invitation to send again. At most 64 characters.
  public var invitationId: String

  /// The channel: a mail, a link that the inviter passes on, or a text message to the client's phone; default: the
  /// invitation's current channel.
  public var deliver: InvitationChannel?

  /// Whether the code of a text message is also sent by mail.
  public var alsoByMail: Bool?

  /// A note of the inviter in the mail, if the policy has `invitation.allowNote`. At most 1000 characters.
  public var note: String?

  /// Creates a request. What is nil is not sent.
  public init(invitationId: String, deliver: InvitationChannel? = nil, alsoByMail: Bool? = nil, note: String? = nil) {
    self.invitationId = invitationId
    self.deliver = deliver
    self.alsoByMail = alsoByMail
    self.note = note
  }
}

/// What `resend-invitation` answers to ``ResendInvitationRequest``.
public struct ResendInvitationResult: Codable, Equatable, Sendable {
  /// An invitation; `status` is the one at the time of reading.
  public var invitation: Invitation

  /// The text to show the inviter.
  public var message: String

  /// The link to pass on; nil unless the channel is `link`.
  public var link: String?

  /// The code to type: `XXXX-XXXX`. It opens what the link opens, and proves nothing. Nil without `link`.
  public var shortCode: String?

  /// The link as a QR code: an SVG document. Nil without `link`.
  public var qr: String?

  /// Creates a value, such as for a test or a preview.
  public init(invitation: Invitation, message: String, link: String? = nil, shortCode: String? = nil, qr: String? = nil)
  {
    self.invitation = invitation
    self.message = message
    self.link = link
    self.shortCode = shortCode
    self.qr = qr
  }
}
