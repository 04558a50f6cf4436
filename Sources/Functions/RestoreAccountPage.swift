// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The page of the link in the mail about a deletion. Its button restores the account. Opening it restores nothing.
package enum RestoreAccountPage: PageFunction {
  package static let name = "restore-account-page"
  package static let page = "restore-account"
  package static let granted = "isAsked"
  package static let refused: [ErrorCode: String] = [
    .codeInvalid: "isUsed", .codeExpired: "isExpired", .userDisabled: "isClosed", .eventInvalid: "isIncomplete",
  ]
  package static let repeated = ["code"]

  package struct Event {
    let code: String
  }

  package struct Output: FunctionOutput {
    let account: Account
    /// The day on which the account will be erased.
    let deletesOn: String
    let appLink: String

    package var json: JSON {
      ["account": account.person, "deletesOn": .string(deletesOn), "appLink": .string(appLink)]
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event { Event(code: try data.code("code")) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let (account, found) = try environment.store.read { (rows) throws(Problem) in
      try environment.accountToRestore(withCode: event.code, rows)
    }
    return .answered(
      Output(
        account: account, deletesOn: try environment.messages.day(found.expiresAt, call.language),
        appLink: environment.appLink(to: page, code: event.code)))
  }
}
