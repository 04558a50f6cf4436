// SPDX-License-Identifier: Apache-2.0

// The people in mails. Names of events are validated with `PersonName`. Names that were stored by earlier releases, and
// names of devices, are checked when a stored mail is read: mail programs would convert some to links.

/// A client, as mails call the person.
package struct MailedClient: Equatable, Sendable {
  package let name: String
  package let email: String?

  package init(name: String, email: String?) { (self.name, self.email) = (name, email) }

  package init(_ client: Client) { self.init(name: client.name, email: client.email?.text) }

  init(_ stored: StoredMail) throws(MissingMailValue) {
    email = stored.values["client"]?["email"]?.string
    let text = try stored.text("client", "name")
    name = PersonName.isUsable(text) ? text : email ?? stored.recipient
  }

  var json: JSON { .object(["name": .string(name), "email": email.map(JSON.string)]) }
}

/// An inviter, as mails call the person.
package struct MailedInviter: Equatable, Sendable {
  package let name: String
  /// Only a verified one, and only in mails that the recipient answers.
  package let email: String?

  package init(name: String, email: String? = nil) { (self.name, self.email) = (name, email) }

  init(_ stored: StoredMail) throws(MissingMailValue) {
    let text = try stored.text("inviter", "displayName")
    name = PersonName.isUsable(text) ? text : stored.appName
    email = stored.values["inviter"]?["email"]?.string
  }

  var json: JSON { .object(["displayName": .string(name), "email": email.map(JSON.string)]) }
}

/// The person whose account a mail is about. Without a name, the mail has a greeting without one.
package struct MailedAccount: Equatable, Sendable {
  package let name: String?
  package let email: String?

  package init(name: String?, email: String?) { (self.name, self.email) = (name, email) }

  package init(_ account: Account) {
    self.init(name: account.displayName.isEmpty ? nil : account.displayName, email: account.email?.text)
  }

  /// Of a mail that nobody gets.
  package static let nobody = MailedAccount(name: nil, email: nil)

  init(_ stored: StoredMail) {
    let account = stored.values["account"]
    name = account?["displayName"]?.string?.usableName
    email = account?["email"]?.string
  }

  package var json: JSON { .object(["displayName": name.map(JSON.string), "email": email.map(JSON.string)]) }
}

/// A device, or the browser that is used instead, as mails call it.
package struct MailedDevice: Equatable, Sendable {
  package let name: String?
  package let platform: String?

  package init(name: String?, platform: String?) { (self.name, self.platform) = (name, platform) }

  package init(_ device: Device) { self.init(name: device.name, platform: device.platform) }

  init?(_ stored: StoredMail) {
    guard let device = stored.values["device"] else { return nil }
    self.init(name: device["name"]?.string?.usableName, platform: device["platform"]?.string?.usableName)
  }

  var json: JSON { .object(["name": name.map(JSON.string), "platform": platform.map(JSON.string)]) }
}

extension String {
  /// Nil if mail programs would convert the name to a link.
  fileprivate var usableName: String? { PersonName.isUsable(self) ? self : nil }
}
