// SPDX-License-Identifier: Apache-2.0

import Domain

/// The buttons of the page that verifies an address: `verify-email` with a code, shown as a page.
public enum VerifyEmailConfirm: PageFunction {
  public static let name = "verify-email-confirm"
  public static let page = VerifyEmailPage.page
  public static let granted = "isDone"
  public static let refused = VerifyEmailPage.refused
  public static let deduplicatesByPayload = true

  public struct Event {
    let code: String
    let decision: VerifyEmail.Decision
  }

  public struct Output: FunctionOutput {
    let outcome: VerifyEmail.Outcome

    public var json: JSON {
      switch outcome {
      case .confirmed(let account): ["isConfirmed": true, "account": account.json]
      case .deleted: ["isDeleted": true]
      case .dropped(_, let email): ["isDropped": true, "email": .string(email.text)]
      }
    }
  }

  public static func event(from data: Fields) throws(Problem) -> Event {
    Event(code: try data.code("code"), decision: try VerifyEmail.decision(in: data))
  }

  public static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try VerifyEmail.settle(event.code, event.decision, call, environment, output: Output.init)
  }
}
