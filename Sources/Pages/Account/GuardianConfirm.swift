// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The buttons of a guardian's page. Decisions are not remembered as events: a remembered answer would show consent
/// that the guardian has withdrawn since.
package enum GuardianConfirm: PageFunction {
  package static let name = "guardian-confirm"
  package static let page = GuardianPage.page
  package static let variables = GuardianPage.variables
  package static let granted = "isDone"
  package static let refused = GuardianPage.refused
  package static let repeated = GuardianPage.repeated
  package static let action = "confirm"

  package struct Event {
    let code: String
    let choice: GuardianChoice
  }

  package typealias Output = GuardianPage.Output

  package static func event(from data: Fields) throws(Problem) -> Event {
    guard let choice = GuardianChoice(rawValue: try data.text("decision")) else {
      throw .bug("the schema accepted an unknown decision")
    }
    return Event(code: try data.code("code"), choice: choice)
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try Codes.decide(by: event.code, call, environment) { (decision) throws(Problem) in
      let known = try decision.guardians.guardedAccount(ofCode: event.code)
      return try Output(decision.guardians.apply(event.choice, known), environment, call.language)
    }
  }
}
