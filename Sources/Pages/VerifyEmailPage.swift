// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of the link in a mail that verifies an address, or a new address of an account. Its two buttons confirm or
/// refuse. Only they use the code up, so programs that open links have no effect.
package enum VerifyEmailPage: PageFunction {
  package static let name = "verify-email-page"
  package static let page = "verify-email"
  package static let granted = "isAsked"
  package static let refused: [ErrorCode: String] = [
    .codeInvalid: "isUsed", .codeExpired: "isExpired", .emailAlreadyInUse: "isTaken", .eventInvalid: "isIncomplete",
  ]
  package static let repeated = ["code"]

  package struct Event {
    let code: String
  }

  package struct Output: FunctionOutput {
    let email: EmailAddress
    /// Whether the address will replace the account's current one.
    let isNewAddress: Bool
    let appLink: String

    package var json: JSON {
      [
        "email": .string(email.text), "isNewAddress": .bool(isNewAddress), "appLink": .string(appLink),
      ]
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event { Event(code: try data.code("code")) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let (_, found) = try environment.store.read { (rows) throws(Problem) in
      let (account, found) = try VerifyEmail.find(event.code, environment, rows)
      try VerifyEmail.requireFree(found, for: account, rows)
      return (account, found)
    }
    return .answered(
      Output(
        email: found.email, isNewAddress: found.purpose == .changeEmail,
        appLink: environment.appLink(to: page, code: event.code)))
  }
}
