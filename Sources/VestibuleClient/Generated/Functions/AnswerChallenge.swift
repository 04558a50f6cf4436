// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Answers the challenge of a second factor. The result is that of the function that returned the challenge.
/// Exactly one of these is present: `code`; `credential`; `recoveryCode`.
public struct AnswerChallengeRequest: FunctionRequest {
  public typealias Answer = AnswerChallengeResult

  /// The function that answers the request.
  public static let function = FunctionCall("answer-challenge", at: "/answer-challenge", for: .everyone)

  /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts.
  public var challenge: String
  /// An opaque id.
  public var factorId: String?
  /// A code of an authenticator app: 6 digits.
  public var code: String?
  /// The answer of an authenticator: `PublicKeyCredential.toJSON()`.
  public var credential: [String: JSONValue]?
  /// A recovery code; case and hyphens do not matter.
  public var recoveryCode: String?

  /// Creates the value from its members.
  public init(
    challenge: String, factorId: String? = nil, code: String? = nil, credential: [String: JSONValue]? = nil,
    recoveryCode: String? = nil
  ) {
    self.challenge = challenge
    self.factorId = factorId
    self.code = code
    self.credential = credential
    self.recoveryCode = recoveryCode
  }
}

/// The result of the function that gave the challenge.
public struct AnswerChallengeResult: Codable, Hashable, Sendable {
  /// A person who can sign in. `email` is null if the provider gave none.
  public var account: Account
  /// The tokens of a session.
  public var session: Tokens
  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
  /// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState
  /// What the policy requires and the account lacks, in this order: `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `profile/<field>`.
  public var missing: [String]
  /// An inviter's record of a person. Only the inviter sees `notes`.
  public var client: ClientRecord?
  /// The workouts.
  public var workouts: [Workout]?
  /// The is new account.
  public var isNewAccount: Bool?
  /// The pending invitations to the account's verified address that the account can accept with
  /// `accept-invitation` and `invitationId`, newest first.
  public var invitations: [WaitingInvitation]?
  /// The success.
  public var success: Bool?
  /// The message.
  public var message: String?

  /// Creates the value from its members.
  public init(
    account: Account, session: Tokens, state: AccountState, missing: [String], client: ClientRecord? = nil,
    workouts: [Workout]? = nil, isNewAccount: Bool? = nil, invitations: [WaitingInvitation]? = nil,
    success: Bool? = nil, message: String? = nil
  ) {
    self.account = account
    self.session = session
    self.state = state
    self.missing = missing
    self.client = client
    self.workouts = workouts
    self.isNewAccount = isNewAccount
    self.invitations = invitations
    self.success = success
    self.message = message
  }
}
