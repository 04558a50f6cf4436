// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A person whom an inviter wants to invite.
struct Recipient {
  /// JSON pointer to the recipient in the event's data.
  let place: String
  let name: String
  /// Nil if the inviter does not know it.
  let email: EmailAddress?
  let phone: String?
  let notes: String?
  let locale: String?
  /// Fields of the profile of the account that accepts.
  let profile: JSON?
  /// The member of the team who is responsible; nil for nobody, or for that of the record.
  let coachID: String?

  init(_ client: Fields, at place: String) throws(Problem) {
    self.place = place
    name = try client.text("name")
    email = client.optionalEmail("email")
    phone = client.optionalText("phone")
    notes = client.optionalText("notes")
    locale = client.optionalText("locale")
    profile = client.json("profile")
    coachID = client.optionalText("coachId")
  }

  /// The fields that break rules of the policy which the schema does not have.
  static func badFields(
    of client: Fields, at place: String, by channel: Invitation.Channel, _ policy: Policy
  ) -> [Problem.Field] {
    if channel == .mail, !client.has("email") { return [.missing(place + "/email", .invalidEmail)] }
    let coach = client.has("coachId") && !policy.hasTeams ? [Problem.Field.unknownMember(at: place + "/coachId")] : []
    let profile = policy.brokenProfile(client.json("profile"), givenAt: place) + coach
    guard channel == .sms, policy.profile.phoneNumber(client.optionalText("phone")) == nil else { return profile }
    return profile + [.notForTextMessages(at: place + "/phone")]
  }

  /// The client with the values of the event: a new record, or the existing one changed.
  func client(_ existing: Client?, of inviter: Account, in team: String, _ environment: Environment) -> Client {
    var client =
      existing
      ?? Client(
        id: environment.newID(), teamID: team, inviterID: inviter.id, name: name, email: email,
        createdAt: environment.now)
    client.name = name
    client.email = existing?.email ?? email
    client.phone = environment.policy.profile.clientPhone(phone) ?? client.phone
    client.notes = notes ?? client.notes
    client.locale = locale ?? client.locale
    client.coachID = coachID ?? client.coachID
    client.profile = (client.profile ?? [:]).merging(profile ?? [:]).withoutNulls
    return client
  }
}

extension Recipient {
  /// The recipients of a list. Each is validated separately.
  static func all(
    of list: [JSON], by channel: Invitation.Channel, _ environment: Environment
  ) throws(Problem) -> [Result<Recipient, Problem>] {
    // At most 10 bad fields are reported per client, because a list may have a thousand clients.
    let checked = environment.catalogue.schema("newClient").normalise(each: list, at: "/clients", limit: 10)
    return try checked.enumerated().map { (index, checked) throws(Problem) in
      let (client, place) = (Fields(checked.value), "/clients/\(index)")
      let policyFields =
        checked.value.members == nil ? [] : badFields(of: client, at: place, by: channel, environment.policy)
      let fields =
        checked.fields + policyFields.filter { new in !checked.fields.contains { $0.pointer == new.pointer } }
      return fields.isEmpty ? .success(try Recipient(client, at: place)) : .failure(.invalid(fields))
    }
  }
}

extension Policy {
  /// - Throws: `auth/email-domain-not-allowed`.
  func requireAllowedDomain(_ address: EmailAddress?, at pointer: String) throws(Problem) {
    guard let address, !email.allows(address) else { return }
    let detail = "the policy does not allow addresses of that domain"
    var problem = Problem(.emailDomainNotAllowed, detail)
    problem.fields = [Problem.Field(pointer: pointer, code: .emailDomainNotAllowed, detail: detail)]
    throw problem
  }

  /// The fields of a profile that no inviter can give.
  fileprivate func brokenProfile(_ given: JSON?, givenAt place: String) -> [Problem.Field] {
    guard let given else { return [] }
    var account = Account(
      id: "", email: nil, emailVerified: false, displayName: "", role: "", createdAt: Timestamp(seconds: 0))
    return profile.apply(given, to: &account, isInviter: true).map { field in
      var field = field
      field.pointer = place + field.pointer
      return field
    }
  }

  /// The keys that the limit `inviteRecipient` counts: the address, and the number that a text message goes to. Each
  /// counts by team and, because an inviter can make more teams, also by inviter.
  func recipientKeys(
    of team: String, by inviter: Account, _ email: EmailAddress?, phone: String?, _ channel: Invitation.Channel
  ) -> [String] {
    let number = channel == .sms ? profile.phoneNumber(phone) : nil
    let recipients = [email?.mailboxKey, number].compactMap { $0 }
    let senders = hasTeams ? [team, "by \(inviter.id)"] : [team]
    return recipients.flatMap { recipient in senders.map { "\($0)\n\(recipient)" } }
  }
}

extension Problem.Field {
  static func notForTextMessages(at pointer: String) -> Problem.Field {
    Problem.Field(
      pointer: pointer, code: .invalidPhoneNumber,
      detail: "should be a telephone number, such as +1 555 123 4567, to send a text message to")
  }
}

extension JSON {
  /// The object without the members that are null; nil if none is left.
  fileprivate var withoutNulls: JSON? {
    let given = (members?.pairs ?? []).filter { $0.value != .null }
    return given.isEmpty ? nil : .object(JSON.Members(given))
  }
}

extension Account {
  /// Requires a verified address. Invitations contain the inviter's address, so only inviters with a verified one send
  /// them.
  /// - Throws: `auth/email-not-verified`.
  func requireVerifiedInviter() throws(Problem) {
    guard email != nil, emailVerified else {
      throw Problem(.emailNotVerified, "only an inviter with a verified address may send invitations")
    }
  }
}
