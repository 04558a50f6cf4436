// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The buttons of the page that verifies an address: `verify-email` with a code, shown as a page.
package enum VerifyEmailConfirm: PageFunction {
  package static let name = "verify-email-confirm"
  package static let page = VerifyEmailPage.page
  package static let granted = "isDone"
  package static let refused = VerifyEmailPage.refused
  package static let deduplicatesByPayload = true

  package struct Event {
    let code: String
    let decision: VerifyEmail.Decision
  }

  package struct Output: FunctionOutput {
    let outcome: VerifyEmail.Outcome

    package var json: JSON {
      switch outcome {
      case .confirmed(let account): ["isConfirmed": true, "account": account.json]
      case .deleted: ["isDeleted": true]
      case .dropped(_, let email): ["isDropped": true, "email": .string(email.text)]
      }
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(code: try data.code("code"), decision: try VerifyEmail.decision(in: data))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try VerifyEmail.apply(event.code, event.decision, call, environment, output: Output.init)
  }
}
