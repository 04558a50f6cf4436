// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension SignedIn {
  /// The account as the server showed it with this answer.
  /// - Parameter date: when the answer came.
  public func known(at date: Date = Date()) -> KnownAccount {
    KnownAccount(account: account, state: state, missing: missing, invitations: invitations, date: date)
  }
}

extension FactorChallenge {
  /// Creates a challenge, such as for a test or a preview.
  public init(challenge: String, factors: [Factor], options: [String: JSONValue]? = nil) {
    self.init(state: .factorRequired, missing: [], challenge: challenge, factors: factors, options: options)
  }
}

/// Where an answer leads the person who asked to be let in.
enum Entry: Equatable, Sendable {
  /// The person is known. The tokens are nil if the session that made the call goes on, as after an acceptance by
  /// somebody who is signed in.
  case account(KnownAccount, Tokens?)
  /// A second factor has to be passed first.
  case challenged(FactorChallenge)

  init(_ person: SignedIn, _ date: Date) { self = .account(person.known(at: date), person.session) }
}

/// An answer of a function that signs people in.
protocol EntryAnswer {
  /// - Parameter date: when the answer came.
  func entry(at date: Date) -> Entry
}

extension SignInResult: EntryAnswer {
  func entry(at date: Date) -> Entry {
    switch self {
    case .signedIn(let person): Entry(person, date)
    case .challenged(let challenge): .challenged(challenge)
    }
  }
}

extension RestoreAccountResult: EntryAnswer {
  func entry(at date: Date) -> Entry {
    switch self {
    case .signedIn(let person): Entry(person, date)
    case .challenged(let challenge): .challenged(challenge)
    }
  }
}

extension AcceptInvitationResult: EntryAnswer {
  func entry(at date: Date) -> Entry {
    switch self {
    case .accepted(let it):
      .account(KnownAccount(account: it.account, state: it.state, missing: it.missing, date: date), it.session)
    case .challenged(let challenge): .challenged(challenge)
    }
  }
}

extension SignUpResult: EntryAnswer {
  func entry(at date: Date) -> Entry {
    .account(
      KnownAccount(account: account, state: state, missing: missing, invitations: invitations, date: date), session)
  }
}

extension AnswerChallengeResult: EntryAnswer {
  func entry(at date: Date) -> Entry {
    .account(
      KnownAccount(account: account, state: state, missing: missing, invitations: invitations ?? [], date: date),
      session)
  }
}
