// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A person adds the values that the policy requires and their account does not have. The account leaves the state
/// `incomplete` when all are set. A call that changes nothing is granted.
package enum CompleteAccount: Function {
  package static let name = "complete-account"
  package static let refusesWithCodeOfField = true
  package static let admissionChecksFields = true

  package struct Event {
    let change: AccountChange
    /// The client records whose inviters stay, after the first proof of the address; nil if the event does not say.
    let keptInviters: [String]?
    let role: String?
  }

  package typealias Output = AccountOutput

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      change: try AccountChange(data), keptInviters: data.json("keepInviters")?.array?.compactMap(\.string),
      role: data.optionalText("role"))
  }

  package static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] {
    rules.brokenUsername(in: data, isNew: false) + rules.brokenPhone(in: data, isNew: false)
      + rules.brokenProfile(in: data, isInviter: false) + rules.brokenBirthDate(in: data)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(
      call, onRefusal: { (decision, problem) throws(Problem) in try decision.logins.countUsernameTry(problem) }
    ) { (decision) throws(Problem) in
      let known = try decision.requireCaller()
      let answers = try ProofAnswers(kept: event.keptInviters, role: event.role, of: known, decision.policy)
      var account = try event.change.applied(to: known, decision)
      try event.change.write(account, since: known, decision)
      try decision.admission.write(answers, &account)
      return Output(account: account, accountState: decision.policy.accountState(of: account, on: decision.now))
    }
  }
}
