// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// The answer of a sign-in that waits for its challenge. There is no session yet, and nothing else has changed.
package struct ChallengeOutput: FunctionOutput {
  let challenge: [UInt8]
  let factors: [Factor]
  /// The options of a WebAuthn request, if one of the factors is a passkey.
  let options: JSON?

  package var json: JSON {
    .object([
      "state": JSON(AccountState.State.factorRequired.rawValue), "missing": [], "challenge": JSON(challenge.base64URL),
      "factors": .array(factors.map(\.json)), "options": options,
    ])
  }
}

/// Challenges of second factors and passkeys.
package struct Challenges {
  let decision: Decision

  /// Stores a new challenge.
  /// - Parameter event: what the function does when the challenge is answered.
  /// - Returns: the challenge: random bytes that find its row, and that a passkey signs.
  func newChallenge(_ purpose: Challenge.Purpose, of accountID: String? = nil, event: JSON? = nil) throws(Problem)
    -> [UInt8]
  {
    let challenge = decision.random(32)
    let selector = try decision.keyedHash(Self.text(ofChallenge: challenge))
    let sealed: String? =
      if let event { try decision.secret.seal(event.text, for: .challenges, at: selector) } else { nil }
    try decision.tables.challenges.insert(
      Challenge(
        selector: selector, purpose: purpose, accountID: accountID, function: decision.call.function,
        sealedEvent: sealed,
        triesLeft: Challenges.attemptsPerChallenge, createdAt: decision.now,
        expiresAt: decision.now + Challenges.challengeLifetime)
    )
    return challenge
  }

  /// The row of a challenge that can still be answered.
  /// - Throws: `auth/code-expired` if it is unknown, answered, expired or has no tries left.
  func challenge(_ challenge: [UInt8], _ purpose: Challenge.Purpose) throws(Problem) -> Challenge {
    guard let selector = try decision.keyedHashForLookup(Self.text(ofChallenge: challenge)),
      let found = try decision.tables.challenges.find(selector: selector), found.purpose == purpose,
      found.expiresAt > decision.now,
      found.triesLeft > 0
    else { throw Problem(.codeExpired, "the challenge is unknown, or it has ended") }
    return found
  }

  /// Counts a refused passkey for the challenge that it has answered.
  func countWrongTry(of presented: PresentedFactor) throws(Problem) {
    guard case .credential(let credential) = presented.response,
      let challenge = try? PublicKeyCredential(credential).unverifiedChallenge(),
      let selector = try decision.keyedHashForLookup(Self.text(ofChallenge: challenge))
    else { return }
    try decision.tables.challenges.countWrongTry(ofChallenge: selector)
  }

  /// Answers a sign-in with a challenge, in a transaction of its own: the transaction of the sign-in was rolled back.
  /// - Parameters:
  ///   - accountID: the account whose second factor is required.
  ///   - event: what the sign-in does when the challenge is answered.
  func challenge(_ accountID: String, toContinueWith event: JSON) throws(Problem) -> ChallengeOutput {
    guard let account = try decision.tables.accounts.find(id: accountID) else {
      throw .unavailable("the account was deleted while it signed in", cause: "a race with a deletion")
    }
    let factors = try decision.tables.factors.confirmed(of: account, now: decision.now)
    guard !factors.isEmpty else {
      throw .unavailable("the factors were removed during the sign-in", cause: "a race with a removal")
    }
    let challenge = try newChallenge(.factor, of: account.id, event: event)
    try decision.audit(.accountChallenged, account: account.id)
    return try output(challenge, factors)
  }

  /// The answer of the sign-in that gave a challenge, to ask again after a failed attempt.
  /// - Throws: `auth/code-expired` if the challenge has ended.
  package func output(ofChallenge challenge: [UInt8]) throws(Problem) -> ChallengeOutput {
    guard let id = try self.challenge(challenge, .factor).accountID,
      let account = try decision.tables.accounts.find(id: id)
    else { throw .bug("a challenge has no account") }
    return try output(challenge, try decision.tables.factors.confirmed(of: account, now: decision.now))
  }

  private func output(_ challenge: [UInt8], _ factors: [Factor]) throws(Problem) -> ChallengeOutput {
    let passkeys = try factors.filter { $0.type == .passkey }.map { (each) throws(Problem) in try each.passkey() }
    let options: JSON? =
      if passkeys.isEmpty || decision.policy.factors.passkey == nil { nil } else {
        try decision.policy.relyingParty().requestOptions(
          challenge: challenge, allowed: passkeys, timeout: Challenges.challengeLifetime)
      }
    return ChallengeOutput(challenge: challenge, factors: factors, options: options)
  }

  private static func text(ofChallenge challenge: [UInt8]) -> String { "challenge\n\(challenge.base64URL)" }

  /// The lifetime of a challenge.
  static let challengeLifetime = Duration.minutes(10)
  /// The number of failed attempts after which a challenge has ended.
  static let attemptsPerChallenge = 5
}

extension Fields {
  /// The bytes of a challenge.
  /// - Throws: `auth/code-expired` if the text is none.
  package func challenge(_ name: String) throws(Problem) -> [UInt8] {
    guard let challenge = bytes(base64: try text(name)) else {
      throw Problem(.codeExpired, "the text is not a challenge of this service")
    }
    return challenge
  }
}
