// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The buttons of a guardian's page. Decisions are not remembered as events: a remembered answer would show consent
/// that the guardian has withdrawn since.
public enum GuardianConfirm: PageFunction {
  public static let name = "guardian-confirm"
  public static let page = GuardianPage.page
  public static let granted = "isDone"
  public static let refused = GuardianPage.refused
  public static let repeated = GuardianPage.repeated
  public static let action = "confirm"

  public struct Event {
    let code: String
    let decision: GuardianDecision
  }

  public typealias Output = GuardianPage.Output

  public static func event(from data: Fields) throws(Problem) -> Event {
    guard let decision = GuardianDecision(rawValue: try data.text("decision")) else {
      throw .bug("the schema accepted an unknown decision")
    }
    return Event(code: try data.code("code"), decision: decision)
  }

  public static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(
      call,
      onRefusal: { (rows, problem) throws(Problem) in
        try environment.countWrongCode(problem, event.code, call, rows)
      }
    ) { (rows) throws(Problem) in
      try environment.requireGuessesLeft(call, account: nil, rows)
      let known = try environment.guardedAccount(ofCode: event.code, rows)
      return try environment.page(of: environment.settle(event.decision, known, call, rows), call.language)
    }
  }
}
