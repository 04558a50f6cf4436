// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The page behind the link of a mail that verifies an address, a new one of an account as well. It has a button
/// for yes and one for no, and only they use the code: those who open links unasked do not press any.
public enum VerifyEmailPage: PageFunction {
  public static let name = "verify-email-page"
  public static let page = "verify-email"
  public static let granted = "isAsked"
  public static let refused: [ErrorCode: String] = [
    .codeInvalid: "isUsed", .codeExpired: "isExpired", .emailAlreadyInUse: "isTaken", .eventInvalid: "isIncomplete",
  ]
  public static let repeated = ["code"]

  public struct Event {
    let code: String
  }

  public struct Output: FunctionOutput {
    let email: EmailAddress
    /// Whether an account is to have it in the place of another one.
    let isNewAddress: Bool
    let appLink: String

    public var json: JSON {
      [
        "email": .string(email.text), "isNewAddress": .bool(isNewAddress), "appLink": .string(appLink),
      ]
    }
  }

  public static func event(from data: Fields) throws(Problem) -> Event { Event(code: try data.code("code")) }

  public static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let (_, found) = try environment.store.read { (rows) throws(Problem) in
      let (account, found) = try VerifyEmail.find(event.code, environment, rows)
      try VerifyEmail.requireFree(found, for: account, rows)
      return (account, found)
    }
    return .new(
      Output(
        email: found.email, isNewAddress: found.purpose == .changeEmail,
        appLink: environment.appLink(to: page, code: event.code)))
  }
}
