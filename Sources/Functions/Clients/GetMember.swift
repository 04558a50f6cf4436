// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// One account of an invitee, with its state.
package enum GetMember: Function {
  package static let name = "get-member"

  package struct Event {
    let accountID: String
  }

  package struct Output: FunctionOutput {
    let member: Account
    let accountState: AccountState

    package var json: JSON { JSON.object(["member": member.sharedJSON]).merging(accountState.json) }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(accountID: try data.text("accountId"))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let policy = environment.policy
    return try environment.answer(call) { (decision) throws(Problem) in
      let inviter = try decision.requireCaller()
      guard let member = try decision.tables.accounts.find(id: event.accountID),
        try decision.teams.of(inviter).sees(member, policy.members.visible)
      else { throw Problem.memberNotFound }
      return Output(member: member, accountState: decision.policy.accountState(of: member, on: decision.now))
    }
  }
}

extension Problem {
  /// The same for a member that others may see, so that nobody finds out who has an account.
  static var memberNotFound: Problem {
    Problem(.userNotFound, "the member does not exist, or is not one of this inviter's clients")
  }
}
