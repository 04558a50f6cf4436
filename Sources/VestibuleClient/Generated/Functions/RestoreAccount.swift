// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Restores an account that its owner has deleted, with the code of the deletion's mail or by signing in.
/// Exactly one of these is present: `code`; `identity`; `email` and `password`; `passkey`.
public struct RestoreAccountRequest: FunctionRequest, Equatable {
  public typealias Answer = RestoreAccountResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("restore-account", at: "/restore-account", for: .everyone)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RestoreAccountRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The code of the mail about the deletion; with `email` the code of the mail that `request-sign-in` sends.
  @_alwaysEmitIntoClient public var code: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// An ID token of an identity provider.
  @_alwaysEmitIntoClient public var identity: Identity? {
    get { json[object: 1] }
    set { update { $0[object: 1] = newValue } }
  }

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// A password, normalized to NFC and never trimmed.
  @_alwaysEmitIntoClient public var password: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// A challenge of `passkey-options`, and the answer of the authenticator.
  @_alwaysEmitIntoClient public var passkey: PasskeyAnswer? {
    get { json[object: 4] }
    set { update { $0[object: 4] = newValue } }
  }

  /// The role that the app is for; an account with another role is refused (`auth/role-mismatch`).
  @_alwaysEmitIntoClient public var `as`: String? {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// The device of the session.
  @_alwaysEmitIntoClient public var device: Device? {
    get { json[object: 6] }
    set { update { $0[object: 6] = newValue } }
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

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    code: String? = nil, identity: Identity? = nil, email: String? = nil, password: String? = nil,
    passkey: PasskeyAnswer? = nil, `as`: String? = nil, device: Device? = nil, birthDate: String? = nil,
    consent: Consent? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = code
    json[object: 1] = identity
    json[text: 2] = email
    json[text: 3] = password
    json[object: 4] = passkey
    json[text: 5] = `as`
    json[object: 6] = device
    json[text: 7] = birthDate
    json[object: 8] = consent
    self.json = json
  }
}

/// Exactly one of these is present: `account` and `session` and `invitations`; `challenge` and `factors`.
public struct RestoreAccountResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RestoreAccountResult") }

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

  /// The tokens of a session.
  @_alwaysEmitIntoClient public var session: Tokens? {
    get { json[object: 3] }
    set { update { $0[object: 3] = newValue } }
  }

  /// The pending invitations to the account's verified address that the account can accept with
  /// `accept-invitation` and `invitationId`, newest first.
  @_alwaysEmitIntoClient public var invitations: [WaitingInvitation]? {
    get { json[objects: 4] }
    set { update { $0[objects: 4] = newValue } }
  }

  /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts.
  @_alwaysEmitIntoClient public var challenge: String? {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// The confirmed second factors of the account, oldest first.
  @_alwaysEmitIntoClient public var factors: [Factor]? {
    get { json[objects: 6] }
    set { update { $0[objects: 6] = newValue } }
  }

  /// If one of the factors is a passkey: for `PublicKeyCredential.parseRequestOptionsFromJSON()`.
  @_alwaysEmitIntoClient public var options: [String: JSONValue]? {
    get { json[values: 7] }
    set { update { $0[values: 7] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    state: AccountState, missing: [String], account: Account? = nil, session: Tokens? = nil,
    invitations: [WaitingInvitation]? = nil, challenge: String? = nil, factors: [Factor]? = nil,
    options: [String: JSONValue]? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[choice: 0] = state
    json[texts: 1] = missing
    json[object: 2] = account
    json[object: 3] = session
    json[objects: 4] = invitations
    json[text: 5] = challenge
    json[objects: 6] = factors
    json[values: 7] = options
    self.json = json
  }
}
