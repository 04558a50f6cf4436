// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of the link in a mail with a code that signs in. It shows the code and opens the app. It reads nothing, so
/// that programs that open links use nothing up and learn nothing.
package enum SignInCodePage: PageFunction {
  package static let name = "sign-in-code-page"
  package static let page = "sign-in-code"
  package static let granted = "isShown"
  package static let variables = ["isShown isIncomplete code minutes"]
  package static let refused: [ErrorCode: String] = [.codeInvalid: "isIncomplete", .eventInvalid: "isIncomplete"]

  package struct Event {
    let code: String
  }

  package struct Output: FunctionOutput {
    let code: String
    let appLink: String

    package var json: JSON {
      ["code": .string(code), "appLink": .string(appLink), "minutes": JSON(SignInCode.minutes)]
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event { Event(code: try data.code("code")) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.policy.requireSignInCodes()
    guard let code = SignInCode.asMailed(event.code) else {
      throw Problem(.codeInvalid, "a code has eight letters and digits")
    }
    return .answered(Output(code: code, appLink: environment.policy.app.link(to: page, code: code)))
  }
}

extension SignInCode {
  /// How long a code is valid.
  static let minutes = AccountCode.Purpose.signIn.lifetime.secondsRoundedUp / 60
}
