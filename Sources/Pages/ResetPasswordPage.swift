// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of the link in a mail that resets a password: a form for the new one. Opening it uses nothing up.
package enum ResetPasswordPage: PageFunction {
  package static let name = "reset-password-page"
  package static let page = "reset-password"
  package static let granted = "isAsked"
  package static let refused: [ErrorCode: String] = [
    .codeInvalid: "isUsed", .codeExpired: "isExpired", .eventInvalid: "isIncomplete",
  ]
  package static let repeated = ["code"]

  package struct Event {
    let code: String
  }

  package struct Output: FunctionOutput {
    let email: EmailAddress
    let appLink: String

    package var json: JSON { ["email": .string(email.text), "appLink": .string(appLink)] }
  }

  package static func event(from data: Fields) throws(Problem) -> Event { Event(code: try data.code("code")) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.requirePasswords()
    let (_, found) = try environment.store.read { (rows) throws(Problem) in
      try ResetPassword.find(event.code, environment, rows)
    }
    return .answered(Output(email: found.email, appLink: environment.appLink(to: page, code: event.code)))
  }
}
