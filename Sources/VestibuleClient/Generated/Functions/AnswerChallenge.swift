// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Answers the challenge of a second factor. The result is that of the function that returned the challenge.
/// Exactly one of these is present: `code`; `credential`; `recoveryCode`.
public struct AnswerChallengeRequest: FunctionRequest, Equatable {
  public typealias Answer = AnswerChallengeResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("answer-challenge", at: "/answer-challenge", for: .everyone)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AnswerChallengeRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts.
  @_alwaysEmitIntoClient public var challenge: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The factor that answers, if the account has several.
  @_alwaysEmitIntoClient public var factorId: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// A code of an authenticator app: 6 digits.
  @_alwaysEmitIntoClient public var code: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The answer of an authenticator: `PublicKeyCredential.toJSON()`.
  @_alwaysEmitIntoClient public var credential: [String: JSONValue]? {
    get { json[values: 3] }
    set { update { $0[values: 3] = newValue } }
  }

  /// A recovery code; case and hyphens do not matter.
  @_alwaysEmitIntoClient public var recoveryCode: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    challenge: String, factorId: String? = nil, code: String? = nil, credential: [String: JSONValue]? = nil,
    recoveryCode: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = challenge
    json[text: 1] = factorId
    json[text: 2] = code
    json[values: 3] = credential
    json[text: 4] = recoveryCode
    self.json = json
  }
}

/// The result of the function that gave the challenge.
public struct AnswerChallengeResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AnswerChallengeResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A person who can sign in. `email` is null if the provider gave none.
  @_alwaysEmitIntoClient public var account: Account {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// The tokens of a session.
  @_alwaysEmitIntoClient public var session: Tokens {
    get { json[object: 1] }
    set { update { $0[object: 1] = newValue } }
  }

  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
  /// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  @_alwaysEmitIntoClient public var state: AccountState {
    get { json[choice: 2] }
    set { update { $0[choice: 2] = newValue } }
  }

  /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof
  /// of the address.
  @_alwaysEmitIntoClient public var missing: [String] {
    get { json[texts: 3] }
    set { update { $0[texts: 3] = newValue } }
  }

  /// An inviter's record of a person. Only the inviter sees `notes`.
  @_alwaysEmitIntoClient public var client: ClientRecord? {
    get { json[object: 4] }
    set { update { $0[object: 4] = newValue } }
  }

  /// What the inviter has assigned so far, oldest first; only if the challenge was given by
  /// `accept-invitation`.
  @_alwaysEmitIntoClient public var workouts: [Workout]? {
    get { json[objects: 5] }
    set { update { $0[objects: 5] = newValue } }
  }

  /// Whether the account was created by `accept-invitation`; only if it gave the challenge.
  @_alwaysEmitIntoClient public var isNewAccount: Bool? {
    get { json[flag: 6] }
    set { update { $0[flag: 6] = newValue } }
  }

  /// The pending invitations to the account's verified address that the account can accept with
  /// `accept-invitation` and `invitationId`, newest first.
  @_alwaysEmitIntoClient public var invitations: [WaitingInvitation]? {
    get { json[objects: 7] }
    set { update { $0[objects: 7] = newValue } }
  }

  /// Always true; only if the challenge was given by `sign-in-with-apple`.
  @_alwaysEmitIntoClient public var success: Bool? {
    get { json[flag: 8] }
    set { update { $0[flag: 8] = newValue } }
  }

  /// The text to show the person; only if the challenge was given by `sign-in-with-apple`.
  @_alwaysEmitIntoClient public var message: String? {
    get { json[text: 9] }
    set { update { $0[text: 9] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    account: Account, session: Tokens, state: AccountState, missing: [String], client: ClientRecord? = nil,
    workouts: [Workout]? = nil, isNewAccount: Bool? = nil, invitations: [WaitingInvitation]? = nil,
    success: Bool? = nil, message: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = account
    json[object: 1] = session
    json[choice: 2] = state
    json[texts: 3] = missing
    json[object: 4] = client
    json[objects: 5] = workouts
    json[flag: 6] = isNewAccount
    json[objects: 7] = invitations
    json[flag: 8] = success
    json[text: 9] = message
    self.json = json
  }
}
