// SPDX-License-Identifier: Apache-2.0

import Domain
import Storage

/// `logout`: ends this session, the others, or all.
extension SupabaseRequest {
  func logout() throws(Problem) -> SupabaseResponse {
    switch event.query.optionalText("scope") ?? "global" {
    case "global": _ = try signOut(["everywhere": true])
    case "local": _ = try signOut([:])
    case "others":
      let own = try call.sessionAtEntry().id
      let sessions = try environment.read(call) { (decision) throws(Problem) in
        try decision.tables.sessions.all(of: try caller.id, now: decision.now)
      }
      for session in sessions where session.id != own { _ = try signOut(["sessionId": .string(session.id)]) }
    default: throw .invalid("/scope", .eventInvalid, "should be global, local or others")
    }
    return .done
  }

  private func signOut(_ event: JSON) throws(Problem) -> JSON {
    try perform(SignOut.self, event, admitsAwaitedFactor: true)
  }
}
