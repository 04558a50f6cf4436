// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// An invitation that the account can accept.
public struct WaitingInvitation: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("WaitingInvitation") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the invitation, for `invitationId` of `accept-invitation`.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Who invites.
  @_alwaysEmitIntoClient public var inviter: InviterName {
    get { json[object: 1] }
    set { update { $0[object: 1] = newValue } }
  }

  /// Who is invited.
  @_alwaysEmitIntoClient public var client: InvitedPerson {
    get { json[object: 2] }
    set { update { $0[object: 2] = newValue } }
  }

  /// When the invitation ends: at noon UTC of the day after its last day.
  @_alwaysEmitIntoClient public var expiresAt: Date {
    get { json[date: 3] }
    set { update { $0[date: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(id: String, inviter: InviterName, client: InvitedPerson, expiresAt: Date) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[object: 1] = inviter
    json[object: 2] = client
    json[date: 3] = expiresAt
    self.json = json
  }
}
