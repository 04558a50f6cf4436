// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A way in stops here until its challenge is answered: there is no session, and nothing else has changed.
package struct ChallengeOutput: FunctionOutput {
  let challenge: [UInt8]
  let factors: [Factor]
  /// The options of a WebAuthn request, if one of the factors is a passkey.
  let options: JSON?

  package var json: JSON {
    .object([
      "state": JSON(Standing.State.factorRequired.rawValue), "missing": [], "challenge": JSON(challenge.base64URL),
      "factors": .array(factors.map(\.json)), "options": options,
    ])
  }
}

extension Environment {
  /// The lifetime of a challenge.
  static let challengeLifetime = Duration.minutes(10)
  /// The number of failed attempts after which a challenge has ended.
  static let attemptsPerChallenge = 5

  /// Stores a new challenge.
  /// - Parameter event: what the function does when the challenge is answered.
  /// - Returns: the challenge: random bytes that find its row, and that a passkey signs.
  func newChallenge(
    _ purpose: Challenge.Purpose, of accountID: String? = nil, event: JSON? = nil, _ call: Call, _ rows: Transaction
  ) throws(Problem) -> [UInt8] {
    let challenge = random(32)
    let selector = try keyedHash(Self.text(ofChallenge: challenge), rows)
    let sealed: String? =
      if let event { try secret.seal(event.text, for: .challenges, at: selector) } else { nil }
    try rows.challenges.insert(
      Challenge(
        selector: selector, purpose: purpose, accountID: accountID, function: call.function, sealedEvent: sealed,
        triesLeft: Self.attemptsPerChallenge, createdAt: now, expiresAt: now + Self.challengeLifetime))
    return challenge
  }

  /// The row of a challenge that can still be answered.
  /// - Throws: `auth/code-expired` if it is unknown, answered, expired or has no tries left.
  func challenge(
    _ challenge: [UInt8], _ purpose: Challenge.Purpose, _ rows: Transaction
  ) throws(Problem) -> Challenge {
    guard let selector = try keyedHashToFind(Self.text(ofChallenge: challenge), rows),
      let found = try rows.challenges.find(selector: selector), found.purpose == purpose, found.expiresAt > now,
      found.triesLeft > 0
    else { throw Problem(.codeExpired, "the challenge is unknown, or it has ended") }
    return found
  }

  /// Counts a refused passkey for the challenge that it has answered.
  func countWrongTry(of presented: PresentedFactor, _ rows: Transaction) throws(Problem) {
    guard case .credential(let credential) = presented.proof,
      let challenge = try? PresentedCredential(credential).unverifiedChallenge(),
      let selector = try keyedHashToFind(Self.text(ofChallenge: challenge), rows)
    else { return }
    try rows.challenges.countWrongTry(ofChallenge: selector)
  }

  /// Answers a way in with a challenge, in a transaction of its own: the transaction of the way in was rolled back.
  /// - Parameters:
  ///   - accountID: the account whose second factor is required.
  ///   - event: what the way in does when the challenge is answered.
  func challenge(
    _ accountID: String, toContinueWith event: JSON, _ call: Call, _ rows: Transaction
  ) throws(Problem) -> ChallengeOutput {
    guard let account = try rows.accounts.find(id: accountID) else {
      throw .unavailable("the account was deleted while it signed in", cause: "a race with a deletion")
    }
    let factors = try rows.factors.confirmed(of: account, now: now)
    guard !factors.isEmpty else {
      throw .unavailable("the factors were removed during the sign-in", cause: "a race with a removal")
    }
    let challenge = try newChallenge(.factor, of: account.id, event: event, call, rows)
    try audit(call, .accountChallenged, account: account.id, rows)
    return try output(challenge, factors)
  }

  /// The answer of the way in that gave a challenge, to ask again after a failed attempt.
  /// - Throws: `auth/code-expired` if the challenge has ended.
  package func output(ofChallenge challenge: [UInt8], _ rows: Transaction) throws(Problem) -> ChallengeOutput {
    guard let id = try self.challenge(challenge, .factor, rows).accountID, let account = try rows.accounts.find(id: id)
    else { throw .bug("a challenge has no account") }
    return try output(challenge, try rows.factors.confirmed(of: account, now: now))
  }

  private func output(_ challenge: [UInt8], _ factors: [Factor]) throws(Problem) -> ChallengeOutput {
    let passkeys = try factors.filter { $0.type == .passkey }.map { (each) throws(Problem) in try each.passkey() }
    let options: JSON? =
      if passkeys.isEmpty || policy.factors.passkey == nil { nil } else {
        try relyingParty().requestOptions(challenge: challenge, allowed: passkeys, timeout: Self.challengeLifetime)
      }
    return ChallengeOutput(challenge: challenge, factors: factors, options: options)
  }

  private static func text(ofChallenge challenge: [UInt8]) -> String { "challenge\n\(challenge.base64URL)" }
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
