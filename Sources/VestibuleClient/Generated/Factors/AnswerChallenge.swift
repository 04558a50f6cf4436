// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Answers the challenge of a second factor. The result is that of the function that returned the challenge.
///
/// Exactly one of these is present:
/// - `code`
/// - `credential`
/// - `recoveryCode`
public struct AnswerChallengeRequest: FunctionRequest {
  /// What `answer-challenge` answers.
  public typealias Answer = AnswerChallengeResult

  /// `POST /answer-challenge`. It needs no session.
  public static let function = FunctionCall("answer-challenge", at: "/answer-challenge", for: .anyone)

  /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts. At most 128
  /// characters.
  public internal(set) var challenge: String

  /// The factor that answers, if the account has several. At most 64 characters.
  public var factorId: String?

  /// A code of an authenticator app: 6 digits. At most 16 characters.
  public internal(set) var code: String?

  /// The answer of an authenticator: `PublicKeyCredential.toJSON()`.
  public internal(set) var credential: [String: JSONValue]?

  /// A recovery code; case and hyphens do not matter. At most 64 characters.
  public internal(set) var recoveryCode: String?

  /// One of the static functions makes a request.
  init(
    challenge: String, factorId: String? = nil, code: String? = nil, credential: [String: JSONValue]? = nil,
    recoveryCode: String? = nil
  ) {
    self.challenge = challenge
    self.factorId = factorId
    self.code = code
    self.credential = credential
    self.recoveryCode = recoveryCode
  }

  /// With the code of an authenticator app.
  public static func code(_ code: String, challenge: String, factorId: String? = nil) -> AnswerChallengeRequest {
    AnswerChallengeRequest(challenge: challenge, factorId: factorId, code: code)
  }

  /// With what the authenticator of a passkey answered.
  public static func passkey(credential: [String: JSONValue], challenge: String, factorId: String? = nil)
    -> AnswerChallengeRequest
  {
    AnswerChallengeRequest(challenge: challenge, factorId: factorId, credential: credential)
  }

  /// With one of the recovery codes, which works once.
  public static func recoveryCode(_ recoveryCode: String, challenge: String) -> AnswerChallengeRequest {
    AnswerChallengeRequest(challenge: challenge, recoveryCode: recoveryCode)
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.challenge = try container.required("challenge")
    self.factorId = try container.optional("factorId")
    self.code = try container.optional("code")
    self.credential = try container.optional("credential")
    self.recoveryCode = try container.optional("recoveryCode")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(challenge, "challenge")
    try container.writeIfPresent(factorId, "factorId")
    try container.writeIfPresent(code, "code")
    try container.writeIfPresent(credential, "credential")
    try container.writeIfPresent(recoveryCode, "recoveryCode")
  }
}

/// What `answer-challenge` answers to ``AnswerChallengeRequest``.
///
/// The result of the function that gave the challenge.
public struct AnswerChallengeResult: Codable, Equatable, Sendable {
  /// A person who can sign in. `email` is nil if the provider gave none.
  public var account: Account

  /// The tokens of a session.
  public var session: Tokens

  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show or
  /// delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState

  /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of
  /// the address.
  public var missing: [MissingField]

  /// An inviter's record of a person. Only the inviter sees `notes` and `profile`.
  public var client: ClientRecord?

  /// Present if the inviter has to agree. The account is not a client before that.
  public var joinRequest: JoinRequestState?

  /// The `data` of the invitation; nil if it has none.
  public var data: JSONValue?

  /// Where the inviter wants the person to go now; nil if the invitation does not say.
  public var returnURL: String?

  /// What is accepted in the step that proves the account's address; nil otherwise.
  public var waiting: WaitingAcceptance?

  /// What the inviter has assigned so far, oldest first; only if the challenge was given by `accept-invitation`. At
  /// most 100 entries.
  public var workouts: [Workout]?

  /// Whether the account was created by `accept-invitation`; only if it gave the challenge.
  public var isNewAccount: Bool?

  /// The pending invitations to the account's verified address that the account can accept with `accept-invitation`
  /// and `invitationId`, newest first. At most 20 entries.
  public var invitations: [WaitingInvitation]?

  /// Always true; only if the challenge was given by `sign-in-with-apple`.
  public var success: Bool?

  /// The text to show the person; only if the challenge was given by `sign-in-with-apple`.
  public var message: String?

  /// Creates a value, such as for a test or a preview.
  public init(
    account: Account, session: Tokens, state: AccountState, missing: [MissingField], client: ClientRecord? = nil,
    joinRequest: JoinRequestState? = nil, data: JSONValue? = nil, returnURL: String? = nil,
    waiting: WaitingAcceptance? = nil, workouts: [Workout]? = nil, isNewAccount: Bool? = nil,
    invitations: [WaitingInvitation]? = nil, success: Bool? = nil, message: String? = nil
  ) {
    self.account = account
    self.session = session
    self.state = state
    self.missing = missing
    self.client = client
    self.joinRequest = joinRequest
    self.data = data
    self.returnURL = returnURL
    self.waiting = waiting
    self.workouts = workouts
    self.isNewAccount = isNewAccount
    self.invitations = invitations
    self.success = success
    self.message = message
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.account = try container.required("account")
    self.session = try container.required("session")
    self.state = try container.required("state")
    self.missing = try container.required("missing")
    self.client = try container.optional("client")
    self.joinRequest = try container.optional("joinRequest")
    self.data = try container.optional("data")
    self.returnURL = try container.optional("returnURL")
    self.waiting = try container.optional("waiting")
    self.workouts = try container.optional("workouts")
    self.isNewAccount = try container.optional("isNewAccount")
    self.invitations = try container.optional("invitations")
    self.success = try container.optional("success")
    self.message = try container.optional("message")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(account, "account")
    try container.write(session, "session")
    try container.write(state, "state")
    try container.write(missing, "missing")
    try container.writeIfPresent(client, "client")
    try container.writeIfPresent(joinRequest, "joinRequest")
    try container.writeIfPresent(data, "data")
    try container.writeIfPresent(returnURL, "returnURL")
    try container.writeIfPresent(waiting, "waiting")
    try container.writeIfPresent(workouts, "workouts")
    try container.writeIfPresent(isNewAccount, "isNewAccount")
    try container.writeIfPresent(invitations, "invitations")
    try container.writeIfPresent(success, "success")
    try container.writeIfPresent(message, "message")
  }
}
