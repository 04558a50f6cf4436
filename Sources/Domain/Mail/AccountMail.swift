// SPDX-License-Identifier: Apache-2.0

/// A mail with a code for an account or an address.
package struct CodeMail: MailValues, Equatable {
  package let code: String
  package let account: MailedAccount
  /// The address of the recipient.
  package let address: String
  /// The lifetime that is left, in hours and in minutes.
  package let hours: Int
  package let minutes: Int
  package let when: Timestamp
  package let timeZone: String?
  /// The link of a client of Supabase Auth, below `PUBLIC_URL`. Such a client takes a code that is typed.
  package let path: String?

  package init(
    code: String, account: MailedAccount, address: String, hours: Int, minutes: Int, when: Timestamp, timeZone: String?,
    path: String?
  ) {
    self.code = code
    self.account = account
    self.address = address
    self.hours = hours
    self.minutes = minutes
    self.when = when
    self.timeZone = timeZone
    self.path = path
  }

  package init(_ stored: StoredMail) throws(MissingMailValue) {
    self.init(
      code: try stored.text("code"), account: MailedAccount(stored), address: try stored.text("newEmail"),
      hours: try stored.number("hours"), minutes: try stored.number("minutes"), when: try stored.time("when"),
      timeZone: stored.values["timeZone"]?.string, path: stored.values["path"]?.string)
  }

  package var json: JSON {
    .object([
      "code": .string(code), "account": account.json, "newEmail": .string(address), "hours": JSON(hours),
      "minutes": JSON(minutes), "when": .string(when.rfc3339), "timeZone": timeZone.map(JSON.string),
      "path": path.map(JSON.string),
    ])
  }

  /// A mail that is sent within five minutes names the whole time.
  package func sent(at date: Timestamp, before end: Timestamp) -> CodeMail {
    let hoursLeft = (end - date + .minutes(5)).wholeMilliseconds / 3_600_000
    let minutesLeft = (end - date + .seconds(30)).wholeMilliseconds / 60_000
    return CodeMail(
      code: code, account: account, address: address, hours: min(hours, max(1, hoursLeft)),
      minutes: min(minutes, max(1, minutesLeft)), when: when, timeZone: timeZone, path: path)
  }
}

/// A mail that informs the owner of an account.
package struct AccountMail<Details: AccountMailDetails>: MailValues {
  package let account: MailedAccount
  package let when: Timestamp
  package let timeZone: String?
  /// The code of the link, if the page that it opens needs one: that of a mail about security ends all sessions.
  package let code: String?
  package let details: Details

  package init(_ account: MailedAccount, when: Timestamp, timeZone: String?, code: String?, _ details: Details) {
    self.account = account
    self.when = when
    self.timeZone = timeZone
    self.code = code
    self.details = details
  }

  package init(_ stored: StoredMail) throws(MissingMailValue) {
    self.init(
      MailedAccount(stored), when: try stored.time("when"), timeZone: stored.values["timeZone"]?.string,
      code: stored.kind.page == nil ? nil : try stored.text("code"), try Details(stored))
  }

  package var json: JSON {
    let shared: JSON = .object([
      "account": account.json, "when": .string(when.rfc3339), "timeZone": timeZone.map(JSON.string),
      "code": code.map(JSON.string),
    ])
    return shared.merging(details.json)
  }
}

/// What a mail to the owner of an account says in addition to the account and the time.
package protocol AccountMailDetails: Sendable {
  init(_ stored: StoredMail) throws(MissingMailValue)
  var json: JSON { get }
}

/// Nothing more.
package struct NoDetails: AccountMailDetails {
  package init() {}
  package init(_ stored: StoredMail) {}
  package var json: JSON { [:] }
}

/// Where an event came from.
package struct EventOrigin: AccountMailDetails, Equatable {
  package var device: MailedDevice?
  package var address: String?

  package init(device: MailedDevice? = nil, address: String? = nil) { (self.device, self.address) = (device, address) }

  package init(_ stored: StoredMail) {
    self.init(device: MailedDevice(stored), address: stored.values["address"]?.string)
  }

  package var json: JSON { .object(["device": device?.json, "address": address.map(JSON.string)]) }
}

/// A sign-in from a country that the account has not used before.
package struct NewCountry: AccountMailDetails {
  package let origin: EventOrigin
  /// ISO 3166-1 alpha-2.
  package let country: String

  package init(_ origin: EventOrigin, country: String) { (self.origin, self.country) = (origin, country) }

  package init(_ stored: StoredMail) throws(MissingMailValue) {
    self.init(EventOrigin(stored), country: try stored.text("country"))
  }

  package var json: JSON { origin.json.merging(["country": .string(country)]) }
}

/// A second factor was added or removed.
package struct FactorChange: AccountMailDetails {
  package let origin: EventOrigin
  /// The name of the factor; nil if it has none, or if several were removed.
  package let name: String?

  package init(_ origin: EventOrigin, name: String?) { (self.origin, self.name) = (origin, name) }

  package init(_ stored: StoredMail) {
    self.init(EventOrigin(stored), name: stored.values["factor"]?["name"]?.string)
  }

  package var json: JSON { origin.json.merging(.object(["factor": name.map { ["name": .string($0)] }])) }
}

/// A sign-in method was added or removed.
package struct ProviderChange: AccountMailDetails {
  package let origin: EventOrigin
  package let method: SignInMethod

  package init(_ origin: EventOrigin, _ method: SignInMethod) { (self.origin, self.method) = (origin, method) }

  package init(_ stored: StoredMail) throws(MissingMailValue) {
    self.init(EventOrigin(stored), SignInMethod(try stored.text("provider")))
  }

  package var json: JSON { origin.json.merging(["provider": .string(method.name)]) }
}

/// The account gets another address.
package struct NewAddress: AccountMailDetails {
  package let address: String
  /// Whether it has that address already, and not only when it is confirmed.
  package let isChanged: Bool

  package init(_ address: EmailAddress, isChanged: Bool) { (self.address, self.isChanged) = (address.text, isChanged) }

  /// Mails of earlier versions do not say it: they were all about a request.
  package init(_ stored: StoredMail) throws(MissingMailValue) {
    (address, isChanged) = (try stored.text("newEmail"), stored.values["isChanged"]?.bool ?? false)
  }

  package var json: JSON { ["newEmail": .string(address), "isChanged": .bool(isChanged)] }
}

/// A proven address became another account's.
package struct MovedAddress: AccountMailDetails {
  package let address: String
  /// Whether the recipient's account has lost it, and not gained it.
  package let isLost: Bool

  package init(_ address: EmailAddress, isLost: Bool) { (self.address, self.isLost) = (address.text, isLost) }

  package init(_ stored: StoredMail) throws(MissingMailValue) {
    (address, isLost) = (try stored.text("newEmail"), try stored.flag("isLost"))
  }

  package var json: JSON { ["newEmail": .string(address), "isLost": .bool(isLost)] }
}

/// Too many failed attempts have locked the account.
package struct AccountLock: AccountMailDetails {
  package let minutes: Int

  package init(minutes: Int) { self.minutes = minutes }

  package init(_ stored: StoredMail) throws(MissingMailValue) { minutes = try stored.number("minutes") }

  package var json: JSON { ["minutes": JSON(minutes)] }
}

/// The account is deleted at a time.
package struct PlannedDeletion: AccountMailDetails {
  package let deletesAt: Timestamp

  package init(at deletesAt: Timestamp) { self.deletesAt = deletesAt }

  package init(_ stored: StoredMail) throws(MissingMailValue) { deletesAt = try stored.time("deletesAt") }

  package var json: JSON { ["deletesAt": .string(deletesAt.rfc3339)] }
}

/// An inviter has answered a person who wanted to join.
package struct JoinAnswer: AccountMailDetails {
  package let inviter: MailedInviter
  package let isApproved: Bool

  package init(_ inviter: MailedInviter, isApproved: Bool) { (self.inviter, self.isApproved) = (inviter, isApproved) }

  package init(_ stored: StoredMail) throws(MissingMailValue) {
    (inviter, isApproved) = (try MailedInviter(stored), try stored.flag("isApproved"))
  }

  package var json: JSON { ["inviter": inviter.json, "isApproved": .bool(isApproved)] }
}
