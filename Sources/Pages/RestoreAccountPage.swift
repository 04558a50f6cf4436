// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The page of the link in the mail about a deletion. Its button restores the account. Opening it restores nothing.
package enum RestoreAccountPage: PageFunction {
  package static let name = "restore-account-page"
  package static let page = "restore-account"
  package static let granted = "isAsked"
  package static let refused: [ErrorCode: String] = [
    .codeInvalid: "isUsed", .codeExpired: "isExpired", .userDisabled: "isClosed", .eventInvalid: "isIncomplete",
    .factorRequired: "isInApp",
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
    try environment.requireNoFactor(of: account, toRestoreWithCode: event.code)
    return .answered(
      Output(
        account: account, deletesOn: try environment.messages.day(found.expiresAt, call.language),
        appLink: environment.appLink(to: page, code: event.code)))
  }
}

extension Environment {
  /// Requires an account that a page may restore: the second factor of an account is passed in the app.
  func requireNoFactor(of account: Account, toRestoreWithCode code: String) throws(Problem) {
    guard account.factors > 0 else { return }
    var problem = Problem.factorRequired(of: account, "the account is restored in the app, with its second factor")
    problem.pageVariables = ["appLink": .string(appLink(to: RestoreAccountPage.page, code: code))]
    throw problem
  }
}
