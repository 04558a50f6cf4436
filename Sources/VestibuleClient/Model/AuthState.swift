// SPDX-License-Identifier: Apache-2.0

/// What an app shows about its person: one screen for each case.
public enum AuthState: Equatable, Sendable {
  /// The stored session is being read. It is the first state of a model, usually for a moment. If the tokens cannot be
  /// read before the device is unlocked for the first time, it lasts until then, and ``AuthModel/failure`` is
  /// ``VestibuleError/storage(_:)``.
  case loading
  /// Nobody is signed in: show the ways to sign in, to sign up, or to accept an invitation.
  case signedOut
  /// The address is not verified: ask for the code of the mail, or offer another mail. The functions of the app are not
  /// reachable yet.
  case emailNotVerified(KnownAccount)
  /// The policy requires more of the account: ask for what ``KnownAccount/missing`` names.
  case incomplete(KnownAccount)
  /// A parent or guardian has not agreed yet. They have a mail, and the person waits.
  case guardianPending(KnownAccount)
  /// The second factor has to be passed. There is no session yet.
  case challenged(FactorChallenge)
  /// The account's role needs a second factor, and the account has none: let the person enroll one.
  case factorRequired(KnownAccount)
  /// The person is signed in, and the functions of the app are reachable.
  case signedIn(KnownAccount)

  /// The state that an account is in, by ``KnownAccount/state``. A state that this version of the kit does not know is
  /// `signedIn`: the server refuses what it does not allow.
  public init(_ known: KnownAccount) {
    self =
      switch known.state {
      case .emailNotVerified: .emailNotVerified(known)
      case .incomplete: .incomplete(known)
      case .guardianPending: .guardianPending(known)
      case .factorRequired: .factorRequired(known)
      default: .signedIn(known)
      }
  }

  /// The account; nil if nobody is signed in.
  public var account: KnownAccount? {
    switch self {
    case .emailNotVerified(let known), .incomplete(let known), .guardianPending(let known), .factorRequired(let known),
      .signedIn(let known):
      known
    case .loading, .signedOut, .challenged: nil
    }
  }
}
