// SPDX-License-Identifier: Apache-2.0

import Domain

/// The page of the unsubscribe link in an invitation's mail, for mail programs without their own button. Only the
/// button of the page unsubscribes.
public enum UnsubscribePage: PageFunction {
  public static let name = "unsubscribe-page"
  public static let page = "unsubscribe"
  public static let granted = "isAsked"
  public static let refused: [ErrorCode: String] = [.codeInvalid: "isIncomplete", .eventInvalid: "isIncomplete"]
  public static let repeated = ["token"]

  public struct Output: FunctionOutput {
    let email: EmailAddress

    public var json: JSON { ["email": .string(email.text)] }
  }

  public static func event(from data: Fields) throws(Problem) -> Unsubscribe.Event {
    try Unsubscribe.event(from: data)
  }

  public static func answer(
    _ event: Unsubscribe.Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    .new(Output(email: try Unsubscribe.address(of: event.token, environment)))
  }
}
