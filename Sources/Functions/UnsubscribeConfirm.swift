// SPDX-License-Identifier: Apache-2.0

import Domain

/// The button of the page that unsubscribes: `unsubscribe`, shown as a page.
public enum UnsubscribeConfirm: PageFunction {
  public static let name = "unsubscribe-confirm"
  public static let page = UnsubscribePage.page
  public static let granted = "isDone"
  public static let refused = UnsubscribePage.refused

  public typealias Output = Unsubscribe.Output

  public static func event(from data: Fields) throws(Problem) -> Unsubscribe.Event {
    try Unsubscribe.event(from: data)
  }

  public static func answer(
    _ event: Unsubscribe.Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try Unsubscribe.answer(event, call, environment)
  }
}
