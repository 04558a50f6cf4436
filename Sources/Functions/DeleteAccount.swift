// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A person deletes their account with all their data. Records that others keep about the person, such as an inviter's
/// client record, stay and lose their link to the account.
package enum DeleteAccount: Function {
  package static let name = "delete-account"

  package typealias Event = NoData

  package struct Output: FunctionOutput {
    let accountID: String

    package var json: JSON { ["deleted": .string(accountID)] }
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let (caller, session) = (try call.requireCaller(), try call.requireSession())
    return try environment.decide(call) { (rows) throws(Problem) in
      try environment.requireRecent(session)
      try environment.audit(call, "account.deleted", account: caller.id, rows)
      try rows.erase(caller, at: environment.now)
      return Output(accountID: caller.id)
    }
  }
}
