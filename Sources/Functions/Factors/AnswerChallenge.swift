// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// A person passes the second factor of their account. The function that gave the challenge then decides again: it
/// checks everything a second time, makes its changes, and its result is the result of this function.
package enum AnswerChallenge: Function {
  package static let name = "answer-challenge"

  package struct Event {
    let challenge: [UInt8]
    let factor: PresentedFactor
  }

  package typealias Output = JSONDocument

  package static func event(from data: Fields) throws(Problem) -> Event {
    Event(challenge: try data.challenge("challenge"), factor: try data.presentedFactor())
  }

  package static func answer(
    _ event: Event, _ call: Call, _ environment: Environment
  ) throws(Problem) -> Answer<Output> {
    var wrong: (challenge: Challenge, guesses: FactorGuesses, device: Device?)?
    var used: (factor: PassedFactor, account: Account)?
    return try environment.decide(
      call, prefetch: .tokenKeys,
      onRefusal: { (decision, problem) throws(Problem) in
        // The factor was right, and what it continues is refused: its code can be used once all the same.
        if let used { try decision.factors.record(used.factor, of: used.account) }
        guard let wrong, [.codeInvalid, .invalidCredential].contains(problem.code) else { return }
        try decision.tables.challenges.countWrongTry(ofChallenge: wrong.challenge.selector)
        try decision.limits.countGuess(at: wrong.guesses, on: wrong.device)
      }
    ) { (decision) throws(Problem) in
      // PostgreSQL may have rolled back an earlier attempt of this transaction.
      (wrong, used) = (nil, nil)
      let challenge = try decision.challenges.challenge(event.challenge, .factor)
      let signIn = try ContinuedSignIn(challenge, environment)
      guard let id = challenge.accountID, let account = try decision.tables.accounts.find(id: id) else {
        throw .bug("a challenge has no account")
      }
      let device = try signIn.device()
      let guesses: FactorGuesses = signIn.method == .password ? .afterPassword(account) : .afterOtherProof(account)
      try decision.limits.requireGuessesLeft(at: guesses, on: device)
      wrong = (challenge, guesses, device)
      let passed = try Problem.about(account) { () throws(Problem) in
        try decision.factors.verify(event.factor, of: account, challenge: event.challenge)
      }
      // Refusals from here on are not about the factor.
      wrong = nil
      used = (passed, account)

      let result = try signIn.decide(decision)
      try decision.tables.challenges.remove(challenge.selector)
      try decision.factors.record(passed, of: account)
      return JSONDocument(result)
    }
  }
}
