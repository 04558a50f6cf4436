// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What an app shows about its person.
public enum AuthState: Equatable, Sendable {
  /// The stored session is being read.
  case loading
  /// Nobody is signed in.
  case signedOut
  /// The address is not verified. The functions of the app are not reachable yet.
  case emailNotVerified(KnownAccount)
  /// The policy requires more of the account: `missing`, for `complete-account`.
  case incomplete(KnownAccount)
  /// A parent or guardian has not agreed yet.
  case guardianPending(KnownAccount)
  /// The second factor has to be passed. There is no session yet.
  case challenged(FactorChallenge)
  /// The account's role needs a second factor, which has to be enrolled.
  case factorRequired(KnownAccount)
  /// The person is signed in.
  case signedIn(KnownAccount)

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

/// An account, and when the server showed it.
public struct KnownAccount: Codable, Equatable, Sendable {
  /// The account.
  public var account: Account
  /// How far the account may be used.
  public var state: AccountState
  /// What the policy requires and the account lacks.
  public var missing: [String]
  /// The invitations that wait for the account's verified address.
  public var invitations: [WaitingInvitation]
  /// When the server showed it.
  public var date: Date
  /// Whether the server showed it in this call; otherwise it could not be reached.
  public var isCurrent: Bool
}

extension KnownAccount {
  init(_ result: GetAccountResult, date: Date, isCurrent: Bool) {
    self.init(
      account: result.account, state: result.state, missing: result.missing, invitations: result.invitations,
      date: date,
      isCurrent: isCurrent)
  }

  /// What an access token says about its owner: the id and the role. It is for tokens that were stored without an account,
  /// when the server cannot be reached.
  init(ofToken token: String) {
    let parts = token.split(separator: ".")
    var payload = String(parts.count == 3 ? parts[1] : "").replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    while !payload.utf8.count.isMultiple(of: 4) { payload += "=" }
    struct Claims: Decodable {
      var sub: String?
      var role: String?
      var iat: Double?
    }
    let claims = Data(base64Encoded: payload).flatMap { try? JSONDecoder().decode(Claims.self, from: $0) }
    let issued = Date(timeIntervalSince1970: claims?.iat ?? 0)
    self.init(
      account: Account(
        id: claims?.sub ?? "", emailVerified: false, displayName: "", role: claims?.role ?? "", status: .active,
        profile: [:], consent: Account.Consent(guardian: .none), createdAt: issued),
      state: .signedIn, missing: [], invitations: [], date: issued, isCurrent: false)
  }

  /// The same account as it is known later, without the server.
  var earlier: KnownAccount {
    var known = self
    known.isCurrent = false
    return known
  }
}

extension AuthState {
  /// The state of a known account.
  init(_ known: KnownAccount) {
    self =
      switch known.state {
      case .emailNotVerified: .emailNotVerified(known)
      case .incomplete: .incomplete(known)
      case .guardianPending: .guardianPending(known)
      case .factorRequired: .factorRequired(known)
      default: .signedIn(known)
      }
  }
}

/// The challenge of a second factor.
public struct FactorChallenge: Equatable, Sendable {
  /// For `answer-challenge`.
  public var challenge: String
  /// The factors of which one answers.
  public var factors: [Factor]
  /// The options of a passkey's request; nil if no factor is a passkey.
  public var options: [String: JSONValue]?
}

/// The common part of results that sign in.
struct SignInOutcome {
  var account: Account?
  var session: Tokens?
  var state: AccountState
  var missing: [String] = []
  var invitations: [WaitingInvitation] = []
  var challenge: FactorChallenge?

  init(_ result: SignInResult) {
    self.init(result.account, result.session, result.state, result.missing, result.invitations)
    challenge = result.challenge.map {
      FactorChallenge(challenge: $0, factors: result.factors ?? [], options: result.options)
    }
  }

  init(_ result: SignUpResult) {
    self.init(result.account, result.session, result.state, result.missing, result.invitations)
  }

  init(_ result: AcceptInvitationResult) {
    self.init(result.account, result.session, result.state, result.missing, nil)
    challenge = result.challenge.map {
      FactorChallenge(challenge: $0, factors: result.factors ?? [], options: result.options)
    }
  }

  init(_ result: AnswerChallengeResult) {
    self.init(result.account, result.session, result.state, result.missing, result.invitations)
  }

  init(_ result: RestoreAccountResult) {
    self.init(result.account, result.session, result.state, result.missing, result.invitations)
    challenge = result.challenge.map {
      FactorChallenge(challenge: $0, factors: result.factors ?? [], options: result.options)
    }
  }

  private init(
    _ account: Account?, _ session: Tokens?, _ state: AccountState, _ missing: [String],
    _ invitations: [WaitingInvitation]?
  ) {
    (self.account, self.session, self.state, self.missing) = (account, session, state, missing)
    self.invitations = invitations ?? []
  }
}
