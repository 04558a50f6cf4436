// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Begins a sign-in with a passkey: the options of a WebAuthn request, in which the person chooses the passkey.
package enum PasskeyOptions: Function {
  package static let name = "passkey-options"

  package typealias Event = NoData

  package struct Output: FunctionOutput {
    let challenge: [UInt8]
    let options: JSON

    package var json: JSON { .object(["challenge": JSON(challenge.base64URL), "options": options]) }
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    try environment.decide(call) { (decision) throws(Problem) in
      let party = try environment.policy.relyingParty()
      let challenge = try decision.challenges.newChallenge(.passkey)
      let options = party.requestOptions(
        challenge: challenge, allowed: [], timeout: Challenges.challengeLifetime)
      return Output(challenge: challenge, options: options)
    }
  }
}
