// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Withdraws an invitation.
public struct RevokeInvitationRequest: FunctionRequest {
  public typealias Answer = RevokeInvitationResult

  /// The function that answers the request.
  public static let function = FunctionCall("revoke-invitation", at: "/revoke-invitation", for: .session)

  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("RevokeInvitationRequest") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// An opaque id.
  @_alwaysEmitIntoClient public var invitationId: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(invitationId: String) {
    json = JSONMembers(Self.shape)
    self.invitationId = invitationId
  }
}

/// The revoke invitation result.
public struct RevokeInvitationResult: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("RevokeInvitationResult") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// An invitation; `status` is the one at the time of reading.
  @_alwaysEmitIntoClient public var invitation: Invitation {
    get { json[object: 0] }
    set { json[object: 0] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(invitation: Invitation) {
    json = JSONMembers(Self.shape)
    self.invitation = invitation
  }
}
