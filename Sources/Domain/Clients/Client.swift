// SPDX-License-Identifier: Apache-2.0

/// A person in an inviter's list. The client exists before the person has an account and is linked to the account
/// later.
package struct Client: Equatable, Sendable {
  package var id: String
  /// The team that the record belongs to.
  package var teamID: String
  /// Who has added the person.
  package var inviterID: String
  package var accountID: String?
  package var name: String
  /// Nil if the inviter does not know the person's address.
  package var email: EmailAddress?
  package var phone: String?
  package var notes: String?
  /// The length of the notes, as in functions.json.
  package static let maximumNotes = 4000
  package var locale: String?
  package var createdAt: Timestamp
  /// When the person left the inviter; nil if they did not, or have accepted again.
  package var leftAt: Timestamp?
  /// The account of the person who left, or who accepted an invitation to another role than the invitee's.
  package var formerAccountID: String?
  /// The account that was linked before the first proof of its address, until its owner says whether the inviter stays.
  /// Until then the inviter sees the record without an account.
  package var waitingAccountID: String?
  /// The link by which the person has joined; nil for others.
  package var joinLinkID: String?
  /// The member of the team who is responsible for the person; nil for nobody.
  package var coachID: String?
  /// The profile fields that the inviter has given for the account that will accept; nil for none, and after the
  /// acceptance.
  package var profile: JSON?

  package init(
    id: String, teamID: String, inviterID: String, accountID: String? = nil, name: String, email: EmailAddress?,
    phone: String? = nil, notes: String? = nil, locale: String? = nil, createdAt: Timestamp, leftAt: Timestamp? = nil
  ) {
    self.id = id
    self.teamID = teamID
    self.inviterID = inviterID
    self.accountID = accountID
    self.name = name
    self.email = email
    self.phone = phone
    self.notes = notes
    self.locale = locale
    self.createdAt = createdAt
    self.leftAt = leftAt
  }

  /// As its inviter sees it.
  package var json: JSON {
    var shown = ownJSON
    if let notes { shown = shown.merging(["notes": .string(notes)]) }
    if let profile { shown = shown.merging(["profile": profile]) }
    if let leftAt { shown = shown.merging(["leftAt": .string(leftAt.rfc3339)]) }
    if let coachID { shown = shown.merging(["coachId": .string(coachID)]) }
    if let joinLinkID { shown = shown.merging(["joinLinkId": .string(joinLinkID)]) }
    return shown
  }

  /// As the client sees it, without what is only the inviter's.
  package var ownJSON: JSON {
    .object([
      "id": JSON(id), "name": JSON(name), "email": email.map { JSON($0.text) }, "phone": phone.map(JSON.string),
      "locale": locale.map(JSON.string), "accountId": accountID.map(JSON.string),
      "createdAt": JSON(createdAt.rfc3339),
    ])
  }
}

extension Client {
  /// The address of an anonymised record. Each record needs its own, because an inviter has one record per address.
  /// `.invalid` is never delivered to (RFC 2606).
  package static func erasedAddress(ofRecord id: String) -> String { "\(id)@deleted.invalid" }

  /// Whether the record was anonymised, because the account of the person was erased.
  package var isErased: Bool { email?.text == Self.erasedAddress(ofRecord: id) }

  /// The name that the inviter typed, if it is valid for an account.
  package var usableName: String? { PersonName.isUsable(name) ? name : nil }

  /// The client after an account has accepted the invitation.
  package func linked(to account: Account) -> Client {
    var client = self
    client.accountID = account.id
    return client
  }
}
