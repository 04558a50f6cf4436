// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A person gives what the policy requires and their account does not have yet: the way from `incomplete` to the next
/// state. With nothing to do it is granted.
public enum CompleteAccount: Function {
  public static let name = "complete-account"
  public static let isAboutAccountFields = true
  public static let hasAdmission = true

  public struct Event {
    let change: AccountChange
  }

  public typealias Output = AccountOutput

  public static func event(from data: Fields) throws(Problem) -> Event { Event(change: try AccountChange(data)) }

  public static func badFields(in data: Fields, _ rules: AccountFieldRules) throws(Problem) -> [Problem.Field] {
    rules.phone(in: data, isNew: false) + rules.profile(in: data, bySetter: false) + rules.birthDate(in: data)
  }

  public static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let caller = try call.requireCaller()
    return try environment.decide(call) { (rows) throws(Problem) in
      guard let known = try rows.account(id: caller.id) else { throw .bug("the caller's account is gone") }
      let account = try event.change.applied(to: known, call, environment, rows)
      try event.change.write(account, since: known, environment, call, rows)
      return Output(account: account, standing: environment.standing(of: account))
    }
  }
}
