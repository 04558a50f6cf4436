// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Accepts an invitation: with its code and an ID token or a password, which finds or creates the account and
/// starts a session; or with a session and the id of an invitation to the account's verified address. Exactly
/// one of these is present: `identity` and `code`; `email` and `password` and `code`; `newPassword` and
/// `code`; `invitationId`.
public struct AcceptInvitationRequest: FunctionRequest, Equatable {
  public typealias Answer = AcceptInvitationResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("accept-invitation", at: "/accept-invitation", for: .sessionIfAny)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AcceptInvitationRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The code in an invitation's link.
  @_alwaysEmitIntoClient public var code: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Instead of a code, with a session: the id of an invitation that waits for the account's verified address.
  /// No other member goes with it.
  @_alwaysEmitIntoClient public var invitationId: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// An ID token of an identity provider.
  @_alwaysEmitIntoClient public var identity: Identity? {
    get { json[object: 2] }
    set { update { $0[object: 2] = newValue } }
  }

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// A password, normalized to NFC and never trimmed.
  @_alwaysEmitIntoClient public var password: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// A new password, normalized to NFC and never trimmed; the policy sets its rules.
  @_alwaysEmitIntoClient public var newPassword: String? {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// The name that others see; the rules of `name` apply.
  @_alwaysEmitIntoClient public var displayName: String? {
    get { json[text: 6] }
    set { update { $0[text: 6] = newValue } }
  }

  /// The person's day of birth as a calendar date: `2010-05-31`.
  @_alwaysEmitIntoClient public var birthDate: String? {
    get { json[text: 7] }
    set { update { $0[text: 7] = newValue } }
  }

  /// The person's consent to the terms, and the address of their parent or guardian.
  @_alwaysEmitIntoClient public var consent: Consent? {
    get { json[object: 8] }
    set { update { $0[object: 8] = newValue } }
  }

  /// The device of the session.
  @_alwaysEmitIntoClient public var device: Device? {
    get { json[object: 9] }
    set { update { $0[object: 9] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    code: String? = nil, invitationId: String? = nil, identity: Identity? = nil, email: String? = nil,
    password: String? = nil, newPassword: String? = nil, displayName: String? = nil, birthDate: String? = nil,
    consent: Consent? = nil, device: Device? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = code
    json[text: 1] = invitationId
    json[object: 2] = identity
    json[text: 3] = email
    json[text: 4] = password
    json[text: 5] = newPassword
    json[text: 6] = displayName
    json[text: 7] = birthDate
    json[object: 8] = consent
    json[object: 9] = device
    self.json = json
  }
}

/// Exactly one of these is present: `account` and `workouts` and `isNewAccount`; `challenge` and `factors`.
public struct AcceptInvitationResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AcceptInvitationResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
  /// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  @_alwaysEmitIntoClient public var state: AccountState {
    get { json[choice: 0] }
    set { update { $0[choice: 0] = newValue } }
  }

  /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof
  /// of the address.
  @_alwaysEmitIntoClient public var missing: [String] {
    get { json[texts: 1] }
    set { update { $0[texts: 1] = newValue } }
  }

  /// A person who can sign in. `email` is null if the provider gave none.
  @_alwaysEmitIntoClient public var account: Account? {
    get { json[object: 2] }
    set { update { $0[object: 2] = newValue } }
  }

  /// Absent if the invitation is not to the invitee's role.
  @_alwaysEmitIntoClient public var client: ClientRecord? {
    get { json[object: 3] }
    set { update { $0[object: 3] = newValue } }
  }

  /// What the inviter has assigned so far, oldest first.
  @_alwaysEmitIntoClient public var workouts: [Workout]? {
    get { json[objects: 4] }
    set { update { $0[objects: 4] = newValue } }
  }

  /// Absent with `invitationId`: the caller's session stays.
  @_alwaysEmitIntoClient public var session: Tokens? {
    get { json[object: 5] }
    set { update { $0[object: 5] = newValue } }
  }

  /// Whether the account was created by this call.
  @_alwaysEmitIntoClient public var isNewAccount: Bool? {
    get { json[flag: 6] }
    set { update { $0[flag: 6] = newValue } }
  }

  /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts.
  @_alwaysEmitIntoClient public var challenge: String? {
    get { json[text: 7] }
    set { update { $0[text: 7] = newValue } }
  }

  /// The confirmed second factors of the account, oldest first.
  @_alwaysEmitIntoClient public var factors: [Factor]? {
    get { json[objects: 8] }
    set { update { $0[objects: 8] = newValue } }
  }

  /// If one of the factors is a passkey: for `PublicKeyCredential.parseRequestOptionsFromJSON()`.
  @_alwaysEmitIntoClient public var options: [String: JSONValue]? {
    get { json[values: 9] }
    set { update { $0[values: 9] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    state: AccountState, missing: [String], account: Account? = nil, client: ClientRecord? = nil,
    workouts: [Workout]? = nil, session: Tokens? = nil, isNewAccount: Bool? = nil, challenge: String? = nil,
    factors: [Factor]? = nil, options: [String: JSONValue]? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[choice: 0] = state
    json[texts: 1] = missing
    json[object: 2] = account
    json[object: 3] = client
    json[objects: 4] = workouts
    json[object: 5] = session
    json[flag: 6] = isNewAccount
    json[text: 7] = challenge
    json[objects: 8] = factors
    json[values: 9] = options
    self.json = json
  }
}
