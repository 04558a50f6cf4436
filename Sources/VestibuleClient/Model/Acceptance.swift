// SPDX-License-Identifier: Apache-2.0

/// How a person accepts the invitation that opened the app: `await model.accept(.newPassword("…"))`. The code is that
/// of ``AuthModel/invitation``.
public enum Acceptance: Equatable, Sendable {
  /// With the ID token of a provider.
  case identity(Identity)
  /// With the password of an account that exists, and its address.
  case password(String, email: String)
  /// With a password for a new account. The address is nil for the invited one, and the name for the one in the
  /// invitation.
  case newPassword(String, email: String? = nil, displayName: String? = nil)
  /// With the mail alone: a new account without a password.
  case mailAlone(displayName: String? = nil)
  /// With a new passkey for a new account, by the options of a ``PasskeyOptionsRequest`` with the invitation's code.
  case newPasskey(PasskeyAnswer, displayName: String? = nil)
  /// As the person who is signed in.
  case asSignedIn

  /// The request that accepts what a code offers.
  public func request(code: String) -> AcceptInvitationRequest {
    switch self {
    case .identity(let identity): .identity(identity, code: code)
    case .password(let password, let email): .password(password, email: email, code: code)
    case .newPassword(let password, let email, let name):
      .newPassword(password, code: code, email: email, displayName: name)
    case .mailAlone(let name): .mailAlone(code: code, displayName: name)
    case .newPasskey(let answer, let name): .newPasskey(answer, code: code, displayName: name)
    case .asSignedIn: .asSignedIn(code: code)
    }
  }
}
