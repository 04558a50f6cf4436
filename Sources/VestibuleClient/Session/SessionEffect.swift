// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the answer to a request changes of the session that made the call.
public enum SessionEffect: Equatable, Sendable {
  /// Nothing.
  case none
  /// The session has ended, because the account is deleted.
  case ends
  /// The session goes on with these tokens.
  case renews(Tokens)
  /// The account as the server shows it now.
  case shows(KnownAccount)
}

extension FunctionRequest {
  /// Nothing, for most requests.
  public func sessionEffect(of answer: Answer, at date: Date) -> SessionEffect { .none }
}

extension DeleteAccountRequest {
  /// The session ends.
  public func sessionEffect(of answer: DeleteAccountResult, at date: Date) -> SessionEffect { .ends }
}

extension ReauthenticateRequest {
  /// The session gets other tokens.
  public func sessionEffect(of answer: ReauthenticateResult, at date: Date) -> SessionEffect {
    .renews(
      Tokens(
        accessToken: answer.session.accessToken, accessTokenExpiresAt: answer.session.accessTokenExpiresAt,
        refreshToken: answer.session.refreshToken))
  }
}

extension GetAccountRequest {
  /// The account is kept for the next start.
  public func sessionEffect(of answer: GetAccountResult, at date: Date) -> SessionEffect {
    .shows(KnownAccount(answer, date: date, isCurrent: false))
  }
}
