// SPDX-License-Identifier: Apache-2.0

/// A mail or text message that offers an invitation.
package struct InvitationMail: MailValues, Equatable {
  package let code: String
  /// Identifies the recipient in the unsubscribe link. Text messages have none, and neither have mails that a release
  /// before schema 2 queued.
  package let unsubscribeToken: String?
  package let client: MailedClient
  package let inviter: MailedInviter
  package let inviterID: String
  package let branding: Branding?
  /// Whether it goes to the person who becomes the client. The app's phrases are about clients.
  package let isForInvitee: Bool
  /// The inviter's own text.
  package let note: String?
  package let expiresAt: Timestamp
  /// The days that are left.
  package let days: Int

  package init(
    code: String, unsubscribeToken: String?, client: MailedClient, inviter: MailedInviter, inviterID: String,
    branding: Branding?, isForInvitee: Bool, note: String?, expiresAt: Timestamp, days: Int
  ) {
    self.code = code
    self.unsubscribeToken = unsubscribeToken
    self.client = client
    self.inviter = inviter
    self.inviterID = inviterID
    self.branding = branding
    self.isForInvitee = isForInvitee
    self.note = note
    self.expiresAt = expiresAt
    self.days = days
  }

  package init(_ stored: StoredMail) throws(MissingMailValue) {
    self.init(
      code: try stored.text("code"), unsubscribeToken: stored.values["unsubscribeToken"]?.string,
      client: try MailedClient(stored), inviter: try MailedInviter(stored), inviterID: try stored.text("inviter", "id"),
      branding: Branding(stored.values["inviter"]?["branding"]),
      isForInvitee: stored.values["isForInvitee"]?.bool ?? true, note: stored.values["note"]?.string,
      expiresAt: try stored.time("expiresAt"), days: try stored.number("days"))
  }

  package var json: JSON {
    let inviter = inviter.json.merging(.object(["id": .string(inviterID), "branding": branding?.json]))
    return .object([
      "code": .string(code), "unsubscribeToken": unsubscribeToken.map(JSON.string), "client": client.json,
      "inviter": inviter, "isForInvitee": .bool(isForInvitee), "note": note.map(JSON.string),
      "expiresAt": .string(expiresAt.rfc3339), "days": JSON(days),
    ])
  }

  package func sent(at date: Timestamp, before end: Timestamp) -> InvitationMail {
    InvitationMail(
      code: code, unsubscribeToken: unsubscribeToken, client: client, inviter: inviter, inviterID: inviterID,
      branding: branding, isForInvitee: isForInvitee, note: note, expiresAt: expiresAt,
      days: max(1, InvitationTerm.daysLeft(endingAt: expiresAt, at: date)))
  }
}

/// A mail to an inviter about a client.
package struct ClientMail: MailValues, Equatable {
  package let client: MailedClient
  package let clientID: String
  package let inviter: MailedInviter
  /// Whether the person was invited into the team, and so is no client.
  package let isColleague: Bool

  package init(client: MailedClient, clientID: String, inviter: MailedInviter, isColleague: Bool = false) {
    (self.client, self.clientID, self.inviter, self.isColleague) = (client, clientID, inviter, isColleague)
  }

  package init(_ stored: StoredMail) throws(MissingMailValue) {
    self.init(
      client: try MailedClient(stored), clientID: try stored.text("clientId"), inviter: try MailedInviter(stored),
      isColleague: stored.values["isColleague"]?.bool ?? false)
  }

  /// A mail that nobody gets.
  package static let ofNobody = ClientMail(
    client: MailedClient(name: "", email: nil), clientID: "", inviter: MailedInviter(name: ""))

  package var json: JSON {
    .object([
      "client": client.json, "clientId": .string(clientID), "inviter": inviter.json,
      "isColleague": isColleague ? true : nil,
    ])
  }
}

/// A mail to an inviter whose invitation was declined.
package struct DeclinedMail: MailValues, Equatable {
  package let told: ClientMail
  /// The person's own words.
  package let note: String?

  package init(_ told: ClientMail, note: String?) { (self.told, self.note) = (told, note) }

  package init(_ stored: StoredMail) throws(MissingMailValue) {
    self.init(try ClientMail(stored), note: stored.values["note"]?.string)
  }

  package var json: JSON { told.json.merging(.object(["note": note.map(JSON.string)])) }
}

/// A mail to an inviter who is asked for a new invitation. Its code sends one.
package struct RequestedMail: MailValues, Equatable {
  package let told: ClientMail
  package let code: String

  package init(_ told: ClientMail, code: String) { (self.told, self.code) = (told, code) }

  package init(_ stored: StoredMail) throws(MissingMailValue) {
    self.init(try ClientMail(stored), code: try stored.text("code"))
  }

  package var json: JSON { told.json.merging(["code": .string(code)]) }
}

/// A mail to an inviter about a person who wants to join.
package struct JoinRequestMail: MailValues, Equatable {
  package let account: MailedAccount
  package let inviter: MailedInviter
  /// The name of the link.
  package let link: String?

  package init(account: MailedAccount, inviter: MailedInviter, link: String?) {
    (self.account, self.inviter, self.link) = (account, inviter, link)
  }

  package init(_ stored: StoredMail) throws(MissingMailValue) {
    self.init(
      account: MailedAccount(stored), inviter: try MailedInviter(stored),
      link: stored.values["joinLink"]?["name"]?.string)
  }

  package var json: JSON {
    [
      "account": account.json, "inviter": inviter.json,
      "joinLink": .object(["name": link.map(JSON.string)]),
    ]
  }
}
