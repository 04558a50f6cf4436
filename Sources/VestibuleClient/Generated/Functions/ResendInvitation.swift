// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Sends an invitation again, by the same channel or another, with a new code and a new expiry; the old code
/// becomes invalid.
public struct ResendInvitationRequest: FunctionRequest, Equatable {
  public typealias Answer = ResendInvitationResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("resend-invitation", at: "/resend-invitation", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ResendInvitationRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The invitation to send again.
  @_alwaysEmitIntoClient public var invitationId: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text
  /// message.
  @_alwaysEmitIntoClient public var deliver: InvitationChannel? {
    get { json[choice: 1] }
    set { update { $0[choice: 1] = newValue } }
  }

  /// Whether the code of a text message is also sent by mail.
  @_alwaysEmitIntoClient public var alsoByMail: Bool? {
    get { json[flag: 2] }
    set { update { $0[flag: 2] = newValue } }
  }

  /// A note of the inviter in the mail, if the policy has `invitation.allowNote`.
  @_alwaysEmitIntoClient public var note: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    invitationId: String, deliver: InvitationChannel? = nil, alsoByMail: Bool? = nil, note: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = invitationId
    json[choice: 1] = deliver
    json[flag: 2] = alsoByMail
    json[text: 3] = note
    self.json = json
  }
}

/// The resend invitation result.
public struct ResendInvitationResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ResendInvitationResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// An invitation; `status` is the one at the time of reading.
  @_alwaysEmitIntoClient public var invitation: Invitation {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// The text to show the inviter.
  @_alwaysEmitIntoClient public var message: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The link to pass on; absent unless the channel is `link`.
  @_alwaysEmitIntoClient public var link: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(invitation: Invitation, message: String, link: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = invitation
    json[text: 1] = message
    json[text: 2] = link
    self.json = json
  }
}
