// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// An invitation; `status` is the one at the time of reading.
public struct Invitation: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("Invitation") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the invitation, which other functions call `invitationId`.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The inviter's record of the person who is invited.
  @_alwaysEmitIntoClient public var clientId: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The address that is invited.
  @_alwaysEmitIntoClient public var email: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The status of an invitation. Only a `pending` one can be accepted.
  @_alwaysEmitIntoClient public var status: InvitationStatus {
    get { json[choice: 3] }
    set { update { $0[choice: 3] = newValue } }
  }

  /// How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text
  /// message.
  @_alwaysEmitIntoClient public var channel: InvitationChannel {
    get { json[choice: 4] }
    set { update { $0[choice: 4] = newValue } }
  }

  /// When it was last sent.
  @_alwaysEmitIntoClient public var sentAt: Date {
    get { json[date: 5] }
    set { update { $0[date: 5] = newValue } }
  }

  /// When it ends: at noon UTC of the day after its last day, because then that day has ended in every time
  /// zone.
  @_alwaysEmitIntoClient public var expiresAt: Date {
    get { json[date: 6] }
    set { update { $0[date: 6] = newValue } }
  }

  /// How often it was sent again.
  @_alwaysEmitIntoClient public var resendCount: Int {
    get { json[integer: 7] }
    set { update { $0[integer: 7] = newValue } }
  }

  /// The state of the invitation's mail or text message; absent with the channel `link`.
  @_alwaysEmitIntoClient public var delivery: InvitationDelivery? {
    get { json[choice: 8] }
    set { update { $0[choice: 8] = newValue } }
  }

  /// The role of the account that accepts; absent for the invitee's.
  @_alwaysEmitIntoClient public var role: String? {
    get { json[text: 9] }
    set { update { $0[text: 9] = newValue } }
  }

  /// When it was accepted; absent if it was not.
  @_alwaysEmitIntoClient public var acceptedAt: Date? {
    get { json[date: 10] }
    set { update { $0[date: 10] = newValue } }
  }

  /// When the person who accepted last signed in; null if nobody has. Only in `get-client` and `list-clients`.
  @_alwaysEmitIntoClient public var lastSignInAt: Date? {
    get { json[date: 11] }
    set { update { $0[date: 11] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, clientId: String, email: String, status: InvitationStatus, channel: InvitationChannel, sentAt: Date,
    expiresAt: Date, resendCount: Int, delivery: InvitationDelivery? = nil, role: String? = nil,
    acceptedAt: Date? = nil, lastSignInAt: Date? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[text: 1] = clientId
    json[text: 2] = email
    json[choice: 3] = status
    json[choice: 4] = channel
    json[date: 5] = sentAt
    json[date: 6] = expiresAt
    json[integer: 7] = resendCount
    json[choice: 8] = delivery
    json[text: 9] = role
    json[date: 10] = acceptedAt
    json[date: 11] = lastSignInAt
    self.json = json
  }
}
