// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// Checks an access token for a gateway, and returns its account. Unlike a check of the signature alone, it detects
/// ended sessions and reads the current role.
package enum Authorize: Function {
  package static let name = "authorize"

  package struct Event {
    let role: String?
    /// How long ago the person may have authenticated.
    let maxAge: Duration?
    /// Whether the session must have passed a second factor.
    let needsFactor: Bool
  }

  package struct Output: FunctionOutput {
    let account: Account
    let session: Session

    package var json: JSON {
      .object([
        "accountId": JSON(account.id), "role": JSON(account.role), "sessionId": JSON(session.id),
        "email": account.email.map { JSON($0.text) } ?? .null, "emailVerified": .bool(account.emailVerified),
        "externalId": account.externalID.map(JSON.string),
      ])
    }
  }

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(
      role: data.optionalText("role"), maxAge: data.optionalInteger("maxAge").map(Duration.seconds),
      needsFactor: data.flag("factor"))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let (account, session) = (try call.callerAtEntry(), try call.sessionAtEntry())
    guard event.role == nil || event.role == account.role else {
      throw Problem(.permissionDenied, "only an account with the role \"\(event.role ?? "")\" may call this route")
    }
    if let maxAge = event.maxAge, session.authenticatedAt + maxAge < environment.now {
      throw Problem(.requiresRecentLogin, "the person last authenticated at \(session.authenticatedAt.rfc3339)")
    }
    guard !event.needsFactor || session.factorAt != nil else {
      throw .factorRequired(of: account, "this route needs a session that has passed a second factor")
    }
    return .answered(Output(account: account, session: session))
  }
}
