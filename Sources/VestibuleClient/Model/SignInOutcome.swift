// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a granted sign-in leads to.
///
/// The results of six functions have either an account or a challenge, and so members of which half are nil. An outcome
/// has the half that is there:
///
/// ```swift
/// let result = try await client.call(SignInRequest.password(email: email, password: password))
/// switch try result.outcome() {
/// case .account(let known, let tokens?): try await session.begin(tokens, account: known)
/// case .account(_, nil): break
/// case .challenged(let challenge): show(challenge.factors)
/// }
/// ```
public enum SignInOutcome: Equatable, Sendable {
  /// The person is known. The tokens are nil if the session that made the call goes on, as after an acceptance by
  /// somebody who is signed in.
  case account(KnownAccount, Tokens?)
  /// A second factor has to be passed first. There is no session yet.
  case challenged(FactorChallenge)
}

/// A result that signs a person in, or asks for a second factor first.
public protocol SignInAnswer {
  /// What the sign-in leads to.
  /// - Parameter date: when the answer came.
  /// - Throws: ``VestibuleError/unintelligible(status:reason:)`` if there is neither an account nor a challenge.
  func outcome(at date: Date) throws(VestibuleError) -> SignInOutcome
}

extension SignInAnswer {
  /// What the sign-in leads to, of an answer that has just come.
  public func outcome() throws(VestibuleError) -> SignInOutcome { try outcome(at: Date()) }
}

/// The challenge of a second factor.
public struct FactorChallenge: Hashable, Identifiable, Sendable {
  /// The text that an ``AnswerChallengeRequest`` returns to the server: once, within 10 minutes.
  public var challenge: String
  /// The account's factors. One of them, or a recovery code, answers.
  public var factors: [Factor]
  /// The options of a passkey's request, in the JSON of WebAuthn; nil if no factor is a passkey.
  public var options: [String: JSONValue]?

  /// The challenge itself, which no other one has: for `sheet(item:)`.
  public var id: String { challenge }

  /// Creates a challenge, such as for a test or a preview.
  public init(challenge: String, factors: [Factor], options: [String: JSONValue]? = nil) {
    self.challenge = challenge
    self.factors = factors
    self.options = options
  }

  /// - Returns: nil without a challenge.
  fileprivate init?(_ challenge: String?, _ factors: [Factor]?, _ options: [String: JSONValue]?) {
    guard let challenge else { return nil }
    self.init(challenge: challenge, factors: factors ?? [], options: options)
  }
}

extension SignInOutcome {
  fileprivate init(_ known: KnownAccount?, _ tokens: Tokens?, or challenge: FactorChallenge?) throws(VestibuleError) {
    if let challenge {
      self = .challenged(challenge)
    } else if let known {
      self = .account(known, tokens)
    } else {
      throw .unintelligible(status: 200, reason: "it has neither an account nor a challenge")
    }
  }
}

extension KnownAccount {
  /// - Returns: nil without an account.
  fileprivate init?(
    _ account: Account?, _ state: AccountState, _ missing: [String], _ invitations: [WaitingInvitation]?, _ date: Date
  ) {
    guard let account else { return nil }
    self.init(account: account, state: state, missing: missing, invitations: invitations ?? [], date: date)
  }
}

extension SignInResult: SignInAnswer {
  /// Whether the person is known, or has to pass a second factor.
  public func outcome(at date: Date) throws(VestibuleError) -> SignInOutcome {
    try SignInOutcome(
      KnownAccount(account, state, missing, invitations, date), session,
      or: FactorChallenge(challenge, factors, options))
  }
}

extension SignInWithAppleResult: SignInAnswer {
  /// Whether the person is known, or has to pass a second factor.
  public func outcome(at date: Date) throws(VestibuleError) -> SignInOutcome {
    try SignInOutcome(
      KnownAccount(account, state, missing, invitations, date), session,
      or: FactorChallenge(challenge, factors, options))
  }
}

extension SignUpResult: SignInAnswer {
  /// The new account.
  public func outcome(at date: Date) throws(VestibuleError) -> SignInOutcome {
    try SignInOutcome(KnownAccount(account, state, missing, invitations, date), session, or: nil)
  }
}

extension AcceptInvitationResult: SignInAnswer {
  /// Whether the invitation is accepted, or the person has to pass a second factor.
  public func outcome(at date: Date) throws(VestibuleError) -> SignInOutcome {
    try SignInOutcome(
      KnownAccount(account, state, missing, nil, date), session, or: FactorChallenge(challenge, factors, options))
  }
}

extension AnswerChallengeResult: SignInAnswer {
  /// The account whose second factor was passed.
  public func outcome(at date: Date) throws(VestibuleError) -> SignInOutcome {
    try SignInOutcome(KnownAccount(account, state, missing, invitations, date), session, or: nil)
  }
}

extension RestoreAccountResult: SignInAnswer {
  /// Whether the account is restored, or the person has to pass a second factor.
  public func outcome(at date: Date) throws(VestibuleError) -> SignInOutcome {
    try SignInOutcome(
      KnownAccount(account, state, missing, invitations, date), session,
      or: FactorChallenge(challenge, factors, options))
  }
}
