// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The page of the unsubscribe link in an invitation's mail, for mail programs without their own button. Only the
/// button of the page unsubscribes.
package enum UnsubscribePage: PageFunction {
  package static let name = "unsubscribe-page"
  package static let page = "unsubscribe"
  package static let granted = "isAsked"
  package static let refused: [ErrorCode: String] = [.codeInvalid: "isIncomplete", .eventInvalid: "isIncomplete"]
  package static let repeated = ["token"]

  package struct Output: FunctionOutput {
    let email: EmailAddress

    package var json: JSON { ["email": .string(email.text)] }
  }

  package static func event(from data: Fields) throws(Problem) -> Unsubscribe.Event {
    try Unsubscribe.event(from: data)
  }

  package static func answer(
    _ event: Unsubscribe.Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    .answered(Output(email: try Unsubscribe.address(of: event.token, environment)))
  }
}
