// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Signs in with Apple in the request format of the Manajet app: `sign-in` with the provider `apple`.
public struct SignInWithAppleRequest: FunctionRequest, Equatable {
  public typealias Answer = SignInWithAppleResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("sign-in-with-apple", at: "/api/auth/apple", for: .everyone)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("SignInWithAppleRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The provider's ID token.
  @_alwaysEmitIntoClient public var identityToken: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The token's subject; it must be equal to it.
  @_alwaysEmitIntoClient public var userIdentifier: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Ignored, because the token contains the address.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The name that Apple returns at the first sign-in.
  @_alwaysEmitIntoClient public var fullName: SignInWithAppleRequestFullName? {
    get { json[object: 3] }
    set { update { $0[object: 3] = newValue } }
  }

  /// Apple's authorization code, as `identity.authorizationCode` of `sign-in`.
  @_alwaysEmitIntoClient public var authorizationCode: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// The raw nonce of the request for the token; the token contains it in the form that the provider's
  /// `nonceForm` names.
  @_alwaysEmitIntoClient public var nonce: String? {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// The role that the app is for; an account with another role is refused (`auth/role-mismatch`).
  @_alwaysEmitIntoClient public var `as`: String? {
    get { json[text: 6] }
    set { update { $0[text: 6] = newValue } }
  }

  /// The device of the session.
  @_alwaysEmitIntoClient public var device: Device? {
    get { json[object: 7] }
    set { update { $0[object: 7] = newValue } }
  }

  /// The person's day of birth as a calendar date: `2010-05-31`.
  @_alwaysEmitIntoClient public var birthDate: String? {
    get { json[text: 8] }
    set { update { $0[text: 8] = newValue } }
  }

  /// The person's consent to the terms, and the address of their parent or guardian.
  @_alwaysEmitIntoClient public var consent: Consent? {
    get { json[object: 9] }
    set { update { $0[object: 9] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    identityToken: String, userIdentifier: String? = nil, email: String? = nil,
    fullName: SignInWithAppleRequestFullName? = nil, authorizationCode: String? = nil, nonce: String? = nil,
    `as`: String? = nil, device: Device? = nil, birthDate: String? = nil, consent: Consent? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = identityToken
    json[text: 1] = userIdentifier
    json[text: 2] = email
    json[object: 3] = fullName
    json[text: 4] = authorizationCode
    json[text: 5] = nonce
    json[text: 6] = `as`
    json[object: 7] = device
    json[text: 8] = birthDate
    json[object: 9] = consent
    self.json = json
  }
}

/// Exactly one of these is present: `account` and `session` and `invitations`; `challenge` and `factors`.
public struct SignInWithAppleResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("SignInWithAppleResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// Always true; a refusal has false.
  @_alwaysEmitIntoClient public var success: Bool {
    get { json[flag: 0] }
    set { update { $0[flag: 0] = newValue } }
  }

  /// The text to show the person.
  @_alwaysEmitIntoClient public var message: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
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

  /// A person who can sign in. `email` is null if the provider gave none.
  @_alwaysEmitIntoClient public var account: Account? {
    get { json[object: 4] }
    set { update { $0[object: 4] = newValue } }
  }

  /// The tokens of a session.
  @_alwaysEmitIntoClient public var session: Tokens? {
    get { json[object: 5] }
    set { update { $0[object: 5] = newValue } }
  }

  /// The pending invitations to the account's verified address that the account can accept with
  /// `accept-invitation` and `invitationId`, newest first.
  @_alwaysEmitIntoClient public var invitations: [WaitingInvitation]? {
    get { json[objects: 6] }
    set { update { $0[objects: 6] = newValue } }
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
    success: Bool, message: String, state: AccountState, missing: [String], account: Account? = nil,
    session: Tokens? = nil, invitations: [WaitingInvitation]? = nil, challenge: String? = nil, factors: [Factor]? = nil,
    options: [String: JSONValue]? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[flag: 0] = success
    json[text: 1] = message
    json[choice: 2] = state
    json[texts: 3] = missing
    json[object: 4] = account
    json[object: 5] = session
    json[objects: 6] = invitations
    json[text: 7] = challenge
    json[objects: 8] = factors
    json[values: 9] = options
    self.json = json
  }
}

/// The name that Apple returns at the first sign-in.
public struct SignInWithAppleRequestFullName: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("SignInWithAppleRequestFullName") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The first name.
  @_alwaysEmitIntoClient public var givenName: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The last name.
  @_alwaysEmitIntoClient public var familyName: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(givenName: String? = nil, familyName: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = givenName
    json[text: 1] = familyName
    self.json = json
  }
}
