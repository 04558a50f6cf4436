// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Changes the data that people may change about their account; a new address must be confirmed.
public struct UpdateAccountRequest: FunctionRequest, Equatable {
  public typealias Answer = UpdateAccountResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("update-account", at: "/update-account", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("UpdateAccountRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The name that others see.
  @_alwaysEmitIntoClient public var displayName: Change<String>? {
    get { json[textChange: 0] }
    set { update { $0[textChange: 0] = newValue } }
  }

  /// The name with which the person can sign in instead of the address; the rules of `sign-up` apply.
  @_alwaysEmitIntoClient public var username: Change<String>? {
    get { json[textChange: 1] }
    set { update { $0[textChange: 1] = newValue } }
  }

  /// An https URL.
  @_alwaysEmitIntoClient public var photoURL: Change<String>? {
    get { json[textChange: 2] }
    set { update { $0[textChange: 2] = newValue } }
  }

  /// A telephone number.
  @_alwaysEmitIntoClient public var phone: Change<String>? {
    get { json[textChange: 3] }
    set { update { $0[textChange: 3] = newValue } }
  }

  /// A language tag (BCP 47).
  @_alwaysEmitIntoClient public var locale: Change<String>? {
    get { json[textChange: 4] }
    set { update { $0[textChange: 4] = newValue } }
  }

  /// The app's own fields, as `profile.fields` of the policy defines them; null removes a field.
  @_alwaysEmitIntoClient public var profile: [String: JSONValue]? {
    get { json[values: 5] }
    set { update { $0[values: 5] = newValue } }
  }

  /// What an inviter's invitations show instead of the app's name, color and logo. It replaces the stored
  /// branding; null removes it. It needs policy invitation.branding.
  @_alwaysEmitIntoClient public var branding: Branding? {
    get { json[object: 6] }
    set { update { $0[object: 6] = newValue } }
  }

  /// The new primary address. One that the account has proven becomes the primary one at once; another one
  /// after it is confirmed.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 7] }
    set { update { $0[text: 7] = newValue } }
  }

  /// An address beside the primary one, which the account gives up. It needs a recent sign-in.
  @_alwaysEmitIntoClient public var removeEmail: String? {
    get { json[text: 8] }
    set { update { $0[text: 8] = newValue } }
  }

  /// The new role, one of the policy's `roles.signUp`.
  @_alwaysEmitIntoClient public var role: String? {
    get { json[text: 9] }
    set { update { $0[text: 9] = newValue } }
  }

  /// The person's day of birth as a calendar date: `2010-05-31`.
  @_alwaysEmitIntoClient public var birthDate: String? {
    get { json[text: 10] }
    set { update { $0[text: 10] = newValue } }
  }

  /// The person's consent to the terms, and the address of their parent or guardian.
  @_alwaysEmitIntoClient public var consent: Consent? {
    get { json[object: 11] }
    set { update { $0[object: 11] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    displayName: Change<String>? = nil, username: Change<String>? = nil, photoURL: Change<String>? = nil,
    phone: Change<String>? = nil, locale: Change<String>? = nil, profile: [String: JSONValue]? = nil,
    branding: Branding? = nil, email: String? = nil, removeEmail: String? = nil, role: String? = nil,
    birthDate: String? = nil, consent: Consent? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[textChange: 0] = displayName
    json[textChange: 1] = username
    json[textChange: 2] = photoURL
    json[textChange: 3] = phone
    json[textChange: 4] = locale
    json[values: 5] = profile
    json[object: 6] = branding
    json[text: 7] = email
    json[text: 8] = removeEmail
    json[text: 9] = role
    json[text: 10] = birthDate
    json[object: 11] = consent
    self.json = json
  }
}

/// The update account result.
public struct UpdateAccountResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("UpdateAccountResult") }

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

  /// The new address, until it is confirmed.
  @_alwaysEmitIntoClient public var pendingEmail: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    account: Account, state: AccountState, missing: [String], pendingEmail: String? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = account
    json[choice: 1] = state
    json[texts: 2] = missing
    json[text: 3] = pendingEmail
    self.json = json
  }
}
