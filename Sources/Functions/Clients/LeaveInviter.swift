// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// A client leaves an inviter. The inviter's record and its workouts stay, without the account, and the inviter may
/// invite the person again.
package enum LeaveInviter: Function {
  package static let name = "leave-inviter"

  package struct Output: FunctionOutput {
    let clientID: String

    package var json: JSON { ["left": .string(clientID)] }
  }

  package static func event(from data: Fields) throws(Problem) -> String { try data.text("clientId") }

  package static func answer(
    _ clientID: String, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let account = try decision.requireCaller()
      let client = try decision.tables.clients.find(id: clientID, ofAccount: account)
      try decision.admission.leave(client.id, account)
      return Output(clientID: client.id)
    }
  }
}
