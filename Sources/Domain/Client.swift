// SPDX-License-Identifier: Apache-2.0

/// A person in an inviter's list. The client exists before the person has an account and is linked to the account
/// later.
public struct Client: Equatable, Sendable {
  public var id: String
  public var inviterID: String
  public var accountID: String?
  public var name: String
  public var email: EmailAddress
  public var phone: String?
  public var notes: String?
  public var locale: String?
  public var createdAt: Timestamp

  public init(
    id: String, inviterID: String, accountID: String? = nil, name: String, email: EmailAddress, phone: String? = nil,
    notes: String? = nil, locale: String? = nil, createdAt: Timestamp
  ) {
    self.id = id
    self.inviterID = inviterID
    self.accountID = accountID
    self.name = name
    self.email = email
    self.phone = phone
    self.notes = notes
    self.locale = locale
    self.createdAt = createdAt
  }

  /// As its inviter sees it.
  public var json: JSON {
    var shown = ownJSON
    if let notes { shown = shown.merging(["notes": .string(notes)]) }
    return shown
  }

  /// As the client sees it, without the inviter's notes.
  public var ownJSON: JSON {
    .object([
      "id": JSON(id), "name": JSON(name), "email": JSON(email.text), "phone": phone.map(JSON.string),
      "locale": locale.map(JSON.string), "accountId": accountID.map(JSON.string),
      "createdAt": JSON(createdAt.rfc3339),
    ])
  }
}
