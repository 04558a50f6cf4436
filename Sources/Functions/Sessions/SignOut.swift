// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Ends the session of the caller, another one of the same account, or all of them.
package enum SignOut: Function {
  package static let name = "sign-out"
  package static func memory(of data: Fields) -> AnswerMemory { .ofEndedSession }

  package struct Event {
    let everywhere: Bool
    let sessionID: String?
  }

  package struct Output: FunctionOutput {
    /// The number of sessions that were ended.
    let ended: Int

    package var json: JSON { ["ended": JSON(ended)] }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(everywhere: data.flag("everywhere"), sessionID: data.optionalText("sessionId"))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let (account, own) = (try decision.requireCaller(), try decision.requireSession())
      var ended = 0
      if event.everywhere {
        ended = try decision.tables.sessions.all(of: account.id, now: decision.now).count
        try decision.sessions.endAll(of: account.id, as: .signedOutElsewhere)
      } else {
        let id = event.sessionID ?? own.id
        let end: Session.End = id == own.id ? .signedOut : .signedOutElsewhere
        // Another account's session is treated like an ended one.
        if try decision.tables.sessions.find(id: id)?.accountID == account.id {
          ended = try decision.tables.sessions.revoke(id, as: end, at: decision.now) ? 1 : 0
        }
      }
      try decision.audit(.accountSignedOut, account: account.id, subject: event.sessionID ?? own.id)
      return Output(ended: ended)
    }
  }
}
