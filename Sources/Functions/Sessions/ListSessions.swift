// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// The active sessions of an account.
package enum ListSessions: Function {
  package static let name = "list-sessions"

  package typealias Event = NoData

  package struct Output: FunctionOutput {
    package let sessions: [Session]
    /// The session of the caller; nil for a service key.
    package let own: Session?

    package var json: JSON { ["sessions": .array(sessions.map { $0.json(isCurrent: $0.id == own?.id) })] }
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    let account = try call.callerAtEntry()
    let sessions = try environment.store.read { (transaction) throws(Problem) in
      try transaction.sessions.all(of: account.id, now: environment.now)
    }
    return .answered(Output(sessions: sessions, own: call.session))
  }
}

extension Session {
  fileprivate func json(isCurrent: Bool) -> JSON {
    .object([
      "id": JSON(id), "current": .bool(isCurrent), "browser": cookieHash == nil ? nil : true,
      "device": device.map { device in
        .object([
          "platform": device.platform.map(JSON.string), "name": device.name.map(JSON.string),
          "pushService": device.pushService.map { JSON($0.rawValue) },
        ])
      } ?? browserName.map { ["name": .string($0)] },
      "address": address.map(JSON.string), "country": country.map(JSON.string),
      "createdAt": JSON(createdAt.rfc3339), "authenticatedAt": JSON(authenticatedAt.rfc3339),
      "lastUsedAt": JSON(lastUsedAt.rfc3339), "expiresAt": JSON(min(idleEndsAt, endsAt).rfc3339),
    ])
  }
}
