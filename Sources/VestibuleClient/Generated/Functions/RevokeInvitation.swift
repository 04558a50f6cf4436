// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Withdraws an invitation.
public struct RevokeInvitationRequest: FunctionRequest, Equatable {
  public typealias Answer = RevokeInvitationResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("revoke-invitation", at: "/revoke-invitation", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RevokeInvitationRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The invitation to revoke.
  @_alwaysEmitIntoClient public var invitationId: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(invitationId: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = invitationId
    self.json = json
  }
}

/// The revoke invitation result.
public struct RevokeInvitationResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RevokeInvitationResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// An invitation; `status` is the one at the time of reading.
  @_alwaysEmitIntoClient public var invitation: Invitation {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(invitation: Invitation) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = invitation
    self.json = json
  }
}
