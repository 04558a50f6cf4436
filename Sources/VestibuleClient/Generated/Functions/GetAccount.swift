// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Returns the caller's account, its state, its client records and the invitations that wait for it.
public struct GetAccountRequest: FunctionRequest, Equatable {
  public typealias Answer = GetAccountResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("get-account", at: "/get-account", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("GetAccountRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A request without members.
  public init() { json = JSONMembers(Self.shape) }
}

/// The get account result.
public struct GetAccountResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("GetAccountResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A person who can sign in. `email` is null if the provider gave none.
  @_alwaysEmitIntoClient public var account: Account {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
  /// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  @_alwaysEmitIntoClient public var state: AccountState {
    get { json[choice: 1] }
    set { update { $0[choice: 1] = newValue } }
  }

  /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof
  /// of the address.
  @_alwaysEmitIntoClient public var missing: [String] {
    get { json[texts: 2] }
    set { update { $0[texts: 2] = newValue } }
  }

  /// The pending invitations to the account's verified address that the account can accept with
  /// `accept-invitation` and `invitationId`, newest first.
  @_alwaysEmitIntoClient public var invitations: [WaitingInvitation] {
    get { json[objects: 3] }
    set { update { $0[objects: 3] = newValue } }
  }

  /// The inviters' records of the person, without notes.
  @_alwaysEmitIntoClient public var clients: [ClientRecord] {
    get { json[objects: 4] }
    set { update { $0[objects: 4] = newValue } }
  }

  /// The account's sign-in methods: providers of the policy, and `password`.
  @_alwaysEmitIntoClient public var providers: [String] {
    get { json[texts: 5] }
    set { update { $0[texts: 5] = newValue } }
  }

  /// The linked identities, with what their providers said at the last sign-in.
  @_alwaysEmitIntoClient public var identities: [GetAccountResultIdentity] {
    get { json[objects: 6] }
    set { update { $0[objects: 6] = newValue } }
  }

  /// When the account's data last changed.
  @_alwaysEmitIntoClient public var updatedAt: Date {
    get { json[date: 7] }
    set { update { $0[date: 7] = newValue } }
  }

  /// The person's last consent; absent if there is none.
  @_alwaysEmitIntoClient public var consent: GetAccountResultConsent? {
    get { json[object: 8] }
    set { update { $0[object: 8] = newValue } }
  }

  /// When the last verification mail was sent.
  @_alwaysEmitIntoClient public var emailVerificationSentAt: Date? {
    get { json[date: 9] }
    set { update { $0[date: 9] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    account: Account, state: AccountState, missing: [String], invitations: [WaitingInvitation], clients: [ClientRecord],
    providers: [String], identities: [GetAccountResultIdentity], updatedAt: Date,
    consent: GetAccountResultConsent? = nil, emailVerificationSentAt: Date? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = account
    json[choice: 1] = state
    json[texts: 2] = missing
    json[objects: 3] = invitations
    json[objects: 4] = clients
    json[texts: 5] = providers
    json[objects: 6] = identities
    json[date: 7] = updatedAt
    json[object: 8] = consent
    json[date: 9] = emailVerificationSentAt
    self.json = json
  }
}

/// A linked identity.
public struct GetAccountResultIdentity: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("GetAccountResultIdentity") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The provider's name in the policy.
  @_alwaysEmitIntoClient public var provider: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The person's id at the provider: the `sub` of its ID tokens.
  @_alwaysEmitIntoClient public var subject: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Whether the provider says that the address is the person's.
  @_alwaysEmitIntoClient public var emailVerified: Bool {
    get { json[flag: 2] }
    set { update { $0[flag: 2] = newValue } }
  }

  /// When it was linked to the account.
  @_alwaysEmitIntoClient public var linkedAt: Date {
    get { json[date: 3] }
    set { update { $0[date: 3] = newValue } }
  }

  /// The address that the provider gave; absent if it gave none.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 4] }
    set { update { $0[text: 4] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    provider: String, subject: String, emailVerified: Bool, linkedAt: Date, email: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = provider
    json[text: 1] = subject
    json[flag: 2] = emailVerified
    json[date: 3] = linkedAt
    json[text: 4] = email
    self.json = json
  }
}

/// The person's last consent; absent if there is none.
public struct GetAccountResultConsent: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("GetAccountResultConsent") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The version of the terms that the person agreed to.
  @_alwaysEmitIntoClient public var version: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// When the person agreed.
  @_alwaysEmitIntoClient public var givenAt: Date {
    get { json[date: 1] }
    set { update { $0[date: 1] = newValue } }
  }

  /// The address of the parent or guardian that the person named; absent if none was needed.
  @_alwaysEmitIntoClient public var guardianEmail: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(version: String, givenAt: Date, guardianEmail: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = version
    json[date: 1] = givenAt
    json[text: 2] = guardianEmail
    self.json = json
  }
}
