// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// An inviter sets the fields of a member's profile that the policy reserves for inviters.
///
/// `members.visibility` of the policy says which accounts an inviter reaches. Without it, an inviter reaches only the
/// accounts of its own clients if people can sign up as inviters. Otherwise inviters are the app's staff and reach
/// every invitee.
package enum UpdateMember: Function {
  package static let name = "update-member"

  package struct Event {
    let accountID: String?
    let email: EmailAddress?
    let profile: JSON
  }

  package struct Output: FunctionOutput {
    let member: Account

    package var json: JSON { ["member": member.memberJSON] }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      accountID: data.optionalText("accountId"), email: data.optionalEmail("email"),
      profile: data.json("profile") ?? [:])
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] {
    rules.brokenProfile(in: data, isInviter: true)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      var account = try member(event, inviter, decision)
      let wrong = decision.policy.profile.apply(event.profile, to: &account, isInviter: true)
      guard wrong.isEmpty else { throw .broken(wrong) }

      try decision.tables.accounts.update(account, at: decision.now)
      try decision.audit(.memberUpdated, account: inviter.id, subject: account.id)
      return Output(member: account)
    }
  }

  private static func member(_ event: Event, _ inviter: Account, _ decision: Decision) throws(Problem) -> Account {
    let policy = decision.policy
    var found: Account?
    if let id = event.accountID { found = try decision.tables.accounts.find(id: id) }
    // An id says which team is meant; an address does not.
    if event.accountID == nil { _ = try decision.teams.of(inviter).chosen() }
    if let email = event.email { found = try decision.tables.accounts.find(email: email) }
    guard let found, try decision.teams.of(inviter).sees(found, policy.members.changeable)
    else {
      throw Problem.memberNotFound
    }
    return found
  }
}

extension Account {
  /// The member as an inviter sees it, without the sign-in methods.
  fileprivate var memberJSON: JSON {
    .object([
      "accountId": JSON(id), "email": email.map { JSON($0.text) } ?? .null, "displayName": JSON(displayName),
      "profile": profile,
    ])
  }
}
