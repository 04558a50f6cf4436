// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Declines an invitation: with its code, or with a session and the id of an invitation to the account's verified
/// address. The inviter is told, and may invite again.
///
/// Exactly one of these is present:
/// - `code`
/// - `invitationId`
public struct DeclineInvitationRequest: FunctionRequest {
  /// What `decline-invitation` answers.
  public typealias Answer = DeclineInvitationResult

  /// `POST /decline-invitation`. It needs no session; with one the answer may differ.
  public static let function = FunctionCall("decline-invitation", at: "/decline-invitation", for: .sessionIfAny)

  /// The code in an invitation's link, or its short code: case and hyphens of that do not matter. At most 128
  /// characters.
  public internal(set) var code: String?

  /// Instead of a code, with a session: the id of an invitation that waits for the account's verified address. At
  /// most 64 characters.
  public internal(set) var invitationId: String?

  /// The person's own words to the inviter. At most 200 characters.
  public var reason: String?

  /// One of the static functions makes a request.
  init(code: String? = nil, invitationId: String? = nil, reason: String? = nil) {
    self.code = code
    self.invitationId = invitationId
    self.reason = reason
  }

  /// With the code of the invitation.
  public static func code(_ code: String, reason: String? = nil) -> DeclineInvitationRequest {
    DeclineInvitationRequest(code: code, reason: reason)
  }

  /// As the person who is signed in: an invitation that waits for the account's address.
  public static func waiting(invitationId: String, reason: String? = nil) -> DeclineInvitationRequest {
    DeclineInvitationRequest(invitationId: invitationId, reason: reason)
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.code = try container.optional("code")
    self.invitationId = try container.optional("invitationId")
    self.reason = try container.optional("reason")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(code, "code")
    try container.writeIfPresent(invitationId, "invitationId")
    try container.writeIfPresent(reason, "reason")
  }
}

/// What `decline-invitation` answers to ``DeclineInvitationRequest``.
public struct DeclineInvitationResult: Codable, Equatable, Sendable {
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
