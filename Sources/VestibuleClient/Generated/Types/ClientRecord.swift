// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// An inviter's record of a person. Only the inviter sees `notes`.
public struct ClientRecord: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ClientRecord") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the record, which other functions call `clientId`.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The client's name, as the inviter wrote it.
  @_alwaysEmitIntoClient public var name: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The address to which invitations go.
  @_alwaysEmitIntoClient public var email: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// When the client was first invited.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 3] }
    set { update { $0[date: 3] = newValue } }
  }

  /// The telephone number in the international form (E.164), or as typed if it cannot be read; absent if there
  /// is none.
  @_alwaysEmitIntoClient public var phone: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// The inviter's notes, which the client never sees; absent if there are none.
  @_alwaysEmitIntoClient public var notes: String? {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// The language of the client's invitations (BCP 47); absent for the inviter's.
  @_alwaysEmitIntoClient public var locale: String? {
    get { json[text: 6] }
    set { update { $0[text: 6] = newValue } }
  }

  /// The account that accepted the invitation; absent until then.
  @_alwaysEmitIntoClient public var accountId: String? {
    get { json[text: 7] }
    set { update { $0[text: 7] = newValue } }
  }

  /// When the person left the inviter; absent after they accepted again. Only the inviter sees it.
  @_alwaysEmitIntoClient public var leftAt: Date? {
    get { json[date: 8] }
    set { update { $0[date: 8] = newValue } }
  }

  /// The inviter, where the client sees the record; absent where the inviter does.
  @_alwaysEmitIntoClient public var inviter: InviterName? {
    get { json[object: 9] }
    set { update { $0[object: 9] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, name: String, email: String, createdAt: Date, phone: String? = nil, notes: String? = nil,
    locale: String? = nil, accountId: String? = nil, leftAt: Date? = nil, inviter: InviterName? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[text: 1] = name
    json[text: 2] = email
    json[date: 3] = createdAt
    json[text: 4] = phone
    json[text: 5] = notes
    json[text: 6] = locale
    json[text: 7] = accountId
    json[date: 8] = leftAt
    json[object: 9] = inviter
    self.json = json
  }
}
