// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Begins a sign-in with a passkey: the options of a WebAuthn request, in which the person chooses the passkey. With
/// the mailed code of an invitation it begins a new passkey instead, with which the person accepts.
package enum PasskeyOptions: Function {
  package static let name = "passkey-options"

  package struct Event {
    /// Nil to sign in.
    let code: PresentedCode?
  }

  package struct Output: FunctionOutput {
    let challenge: [UInt8]
    let options: JSON

    package var json: JSON { .object(["challenge": JSON(challenge.base64URL), "options": options]) }
  }

  package static func event(from data: Fields) -> Event {
    Event(code: data.optionalText("code").map(PresentedCode.init))
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(
      call,
      onRefusal: { (decision, problem) throws(Problem) in
        if let code = event.code { try decision.invitations.countWrongShortCode(problem, code) }
      }
    ) { (decision) throws(Problem) in
      let party = try decision.policy.relyingParty()
      if let code = event.code { return try newPasskey(for: code, decision) }
      let challenge = try decision.challenges.newChallenge(.passkey)
      let options = party.requestOptions(challenge: challenge, allowed: [], timeout: Challenges.challengeLifetime)
      return Output(challenge: challenge, options: options)
    }
  }

  private static func newPasskey(for code: PresentedCode, _ decision: Decision) throws(Problem) -> Output {
    let offer = try decision.invitations.offer(of: code)
    try offer.requireAcceptable(decision.policy, at: decision.now)
    let email = try decision.invitations.freeMailedAddress(of: offer, at: "/code")
    let (challenge, options) = try decision.challenges.beginPasskey(for: offer, email)
    return Output(challenge: challenge, options: options)
  }
}
