// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Somebody whom an inviter wants to invite.
struct Recipient {
  /// Where the event describes them, as a JSON pointer.
  let place: String
  let name: String
  let email: EmailAddress
  let phone: String?
  let notes: String?
  let locale: String?

  init(_ client: Fields, at place: String) throws(Problem) {
    self.place = place
    name = try client.text("name")
    email = try client.email("email")
    phone = client.optionalText("phone")
    notes = client.optionalText("notes")
    locale = client.optionalText("locale")
  }

  /// What is wrong with somebody's fields by the rules of the policy, beside what their schema says.
  static func badFields(
    of client: Fields, at place: String, by channel: Invitation.Channel, _ policy: Policy
  ) -> [Problem.Field] {
    guard channel == .sms, policy.profile.phoneNumber(client.optionalText("phone")) == nil else { return [] }
    return [
      Problem.Field(
        pointer: place + "/phone", code: .invalidPhoneNumber,
        detail: "should be a telephone number, such as +1 555 123 4567, to send a text message to")
    ]
  }

  /// The client as the event describes them: a new record, or the one that is there.
  func client(_ existing: Client?, of inviter: Account, _ environment: Environment) -> Client {
    Client(
      id: existing?.id ?? environment.newID(), inviterID: inviter.id, accountID: existing?.accountID, name: name,
      email: existing?.email ?? email, phone: phone ?? existing?.phone, notes: notes ?? existing?.notes,
      locale: locale ?? existing?.locale, createdAt: existing?.createdAt ?? environment.now)
  }
}

extension Environment {
  /// Those whom a list describes, each judged by itself.
  func recipients(
    _ list: [JSON], by channel: Invitation.Channel
  ) throws(Problem) -> [Result<Recipient, Problem>] {
    // So many fields of each, for there may be a thousand.
    let judged = schema("newClient").normalise(each: list, at: "/clients", limit: 10)
    return try judged.enumerated().map { (index, judged) throws(Problem) in
      let (client, place) = (Fields(judged.value), "/clients/\(index)")
      let ofPolicy =
        judged.value.members == nil ? [] : Recipient.badFields(of: client, at: place, by: channel, policy)
      let fields = judged.fields + ofPolicy.filter { new in !judged.fields.contains { $0.pointer == new.pointer } }
      return fields.isEmpty ? .success(try Recipient(client, at: place)) : .failure(.invalid(fields))
    }
  }

  /// - Throws: `auth/email-domain-not-allowed`.
  func requireAllowedDomain(_ recipient: Recipient) throws(Problem) {
    if policy.email.allows(recipient.email) { return }
    let detail = "the policy does not allow addresses of that domain"
    var problem = Problem(.emailDomainNotAllowed, detail)
    problem.fields = [Problem.Field(pointer: recipient.place + "/email", code: problem.code, detail: detail)]
    throw problem
  }

  /// What `inviteRecipient` counts an invitation by: the address, and the number that a text message goes to.
  func recipientKeys(of inviter: Account, _ email: EmailAddress, phone: String?, _ channel: Invitation.Channel)
    -> [String]
  {
    let number = channel == .sms ? policy.profile.phoneNumber(phone) : nil
    return [email.key, number].compactMap { $0 }.map { "\(inviter.id)\n\($0)" }
  }
}

extension Account {
  /// An address that an inviter has only said to be theirs is in no invitation, and none is sent without one.
  /// - Throws: `auth/email-not-verified`.
  func requireVerifiedInviter() throws(Problem) {
    guard email != nil, emailVerified else {
      throw Problem(.emailNotVerified, "an inviter without a verified address sends no invitations")
    }
  }
}
