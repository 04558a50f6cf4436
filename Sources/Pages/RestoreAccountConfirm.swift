// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions

/// The button of the page that restores an account. It starts no session, so that nobody is signed in by a link alone.
package enum RestoreAccountConfirm: PageFunction {
  package static let name = "restore-account-confirm"
  package static let page = RestoreAccountPage.page
  package static let granted = "isDone"
  package static let refused = RestoreAccountPage.refused
  package static let deduplicatesByPayload = true

  package struct Event {
    let code: String
  }

  package struct Output: FunctionOutput {
    let account: Account

    package var json: JSON { ["account": account.json] }
  }

  package static func event(from data: Fields) throws(Problem) -> Event { Event(code: try data.code("code")) }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(
      call,
      onRefusal: { (rows, problem) throws(Problem) in
        try environment.countWrongCode(problem, event.code, call, rows)
      }
    ) { (rows) throws(Problem) in
      try environment.requireGuessesLeft(call, account: nil, rows)
      let (account, _) = try environment.accountToRestore(withCode: event.code, rows)
      try environment.requireNoFactor(of: account, toRestoreWithCode: event.code)
      try environment.storeRestoration(of: account, call, rows)
      return Output(account: account)
    }
  }
}
