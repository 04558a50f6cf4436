// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// An inviter's record of a person. Only the inviter sees `notes`.
public struct ClientRecord: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("ClientRecord") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The id.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// The name.
  @_alwaysEmitIntoClient public var name: String {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// The email.
  @_alwaysEmitIntoClient public var email: String {
    get { json[text: 2] }
    set { json[text: 2] = newValue }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 3] }
    set { json[date: 3] = newValue }
  }

  /// The phone.
  @_alwaysEmitIntoClient public var phone: String? {
    get { json[text: 4] }
    set { json[text: 4] = newValue }
  }

  /// The notes.
  @_alwaysEmitIntoClient public var notes: String? {
    get { json[text: 5] }
    set { json[text: 5] = newValue }
  }

  /// The locale.
  @_alwaysEmitIntoClient public var locale: String? {
    get { json[text: 6] }
    set { json[text: 6] = newValue }
  }

  /// The account id.
  @_alwaysEmitIntoClient public var accountId: String? {
    get { json[text: 7] }
    set { json[text: 7] = newValue }
  }

  /// When the person left the inviter; absent after they accepted again. Only the inviter sees it.
  @_alwaysEmitIntoClient public var leftAt: Date? {
    get { json[date: 8] }
    set { json[date: 8] = newValue }
  }

  /// The inviter, where the client sees the record.
  @_alwaysEmitIntoClient public var inviter: InviterName? {
    get { json[object: 9] }
    set { json[object: 9] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, name: String, email: String, createdAt: Date, phone: String? = nil, notes: String? = nil,
    locale: String? = nil, accountId: String? = nil, leftAt: Date? = nil, inviter: InviterName? = nil
  ) {
    json = JSONMembers(Self.shape)
    self.id = id
    self.name = name
    self.email = email
    self.createdAt = createdAt
    self.phone = phone
    self.notes = notes
    self.locale = locale
    self.accountId = accountId
    self.leftAt = leftAt
    self.inviter = inviter
  }
}
