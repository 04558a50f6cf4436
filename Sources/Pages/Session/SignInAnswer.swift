// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Storage

/// The answer of a function that signs in, or accepts an invitation. A form that is sent twice gets the remembered one,
/// which is JSON.
struct SignInAnswer {
  /// The session's; nil if the answer has none.
  let cookie: String?
  let state: AccountState.State?
  /// The account's.
  let timeZone: String?
  /// Where the invitation leads.
  let returnURL: String?
  /// The record of the person, if an invitation was accepted.
  let clientID: String?
  /// Whether an acceptance waits for the inviter's answer.
  let isRequestToJoin: Bool
  /// The challenge of a second factor, instead of a session.
  let challenge: FactorChallenge?

  init(_ answer: JSON) {
    func text(_ object: String, _ name: String) -> String? { answer[object]?[name]?.string }
    cookie = text("session", "cookie")
    state = answer["state"]?.string.flatMap(AccountState.State.init)
    timeZone = text("account", "timeZone")
    returnURL = answer["returnURL"]?.string
    clientID = text("client", "id")
    isRequestToJoin = text("joinRequest", "status") == JoinRequest.Status.pending.rawValue
    challenge = FactorChallenge(answer)
  }
}

/// The challenge of a second factor in an answer.
struct FactorChallenge {
  let code: String
  let factors: [Choice]
  /// Of the passkeys.
  let options: JSON?

  struct Choice {
    let id: String
    let name: String?
    let type: Factor.Kind?
  }

  /// - Returns: nil if the answer has none.
  init?(_ answer: JSON) {
    guard let code = answer["challenge"]?.string else { return nil }
    self.code = code
    options = answer["options"]
    factors = (answer["factors"]?.array ?? []).compactMap { factor in
      let (name, type) = (factor["name"]?.string, factor["type"]?.string.flatMap(Factor.Kind.init))
      return factor["id"]?.string.map { Choice(id: $0, name: name, type: type) }
    }
  }
}
