// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The button of the page that unsubscribes: `unsubscribe`, shown as a page.
package enum UnsubscribeConfirm: PageFunction {
  package static let name = "unsubscribe-confirm"
  package static let page = UnsubscribePage.page
  package static let granted = "isDone"
  package static let refused = UnsubscribePage.refused

  package typealias Output = Unsubscribe.Output

  package static func event(from data: Fields) throws(Problem) -> Unsubscribe.Event {
    try Unsubscribe.event(from: data)
  }

  package static func answer(
    _ event: Unsubscribe.Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try Unsubscribe.answer(event, call, environment)
  }
}
