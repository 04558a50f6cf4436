// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Creates an account with email and password, and queues the verification mail.
public struct SignUpRequest: FunctionRequest, Equatable {
  public typealias Answer = SignUpResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("sign-up", at: "/sign-up", for: .everyone)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("SignUpRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  @_alwaysEmitIntoClient public var email: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// A new password, normalized to NFC and never trimmed; the policy sets its rules.
  @_alwaysEmitIntoClient public var password: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The name that others see; the rules of `name` apply.
  @_alwaysEmitIntoClient public var displayName: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// A name with which a person can sign in instead of the address. Case and Unicode spelling do not matter.
  /// The policy's `profile.username` says whether accounts have one.
  @_alwaysEmitIntoClient public var username: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// The role of the account, one of the policy's `roles.signUp`.
  @_alwaysEmitIntoClient public var role: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// A telephone number, such as `+1 555 123 4567`. One without a country calling code gets that of the
  /// policy's `profile.callingCode`.
  @_alwaysEmitIntoClient public var phone: String? {
    get { json[text: 5] }
    set { update { $0[text: 5] = newValue } }
  }

  /// The app's own fields, as `profile.fields` of the policy defines them; null removes a field.
  @_alwaysEmitIntoClient public var profile: [String: JSONValue]? {
    get { json[values: 6] }
    set { update { $0[values: 6] = newValue } }
  }

  /// A language tag (BCP 47), such as `de-AT`.
  @_alwaysEmitIntoClient public var locale: String? {
    get { json[text: 7] }
    set { update { $0[text: 7] = newValue } }
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

  /// The device of the session.
  @_alwaysEmitIntoClient public var device: Device? {
    get { json[object: 10] }
    set { update { $0[object: 10] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    email: String, password: String, displayName: String? = nil, username: String? = nil, role: String? = nil,
    phone: String? = nil, profile: [String: JSONValue]? = nil, locale: String? = nil, birthDate: String? = nil,
    consent: Consent? = nil, device: Device? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = email
    json[text: 1] = password
    json[text: 2] = displayName
    json[text: 3] = username
    json[text: 4] = role
    json[text: 5] = phone
    json[values: 6] = profile
    json[text: 7] = locale
    json[text: 8] = birthDate
    json[object: 9] = consent
    json[object: 10] = device
    self.json = json
  }
}

/// The sign up result.
public struct SignUpResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("SignUpResult") }

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

  /// The pending invitations to the account's verified address that the account can accept with
  /// `accept-invitation` and `invitationId`, newest first.
  @_alwaysEmitIntoClient public var invitations: [WaitingInvitation] {
    get { json[objects: 4] }
    set { update { $0[objects: 4] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    account: Account, session: Tokens, state: AccountState, missing: [String], invitations: [WaitingInvitation]
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = account
    json[object: 1] = session
    json[choice: 2] = state
    json[texts: 3] = missing
    json[objects: 4] = invitations
    self.json = json
  }
}
