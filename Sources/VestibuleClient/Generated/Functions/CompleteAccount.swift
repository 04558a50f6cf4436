// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Adds what the policy requires and the account lacks; it ends the state `incomplete`.
public struct CompleteAccountRequest: FunctionRequest {
  public typealias Answer = CompleteAccountResult

  /// The function that answers the request.
  public static let function = FunctionCall("complete-account", at: "/complete-account", for: .session)

  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("CompleteAccountRequest") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The name that others see; the rules of `name` apply.
  @_alwaysEmitIntoClient public var displayName: String? {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// A name with which a person can sign in instead of the address. Case and Unicode spelling do not matter.
  /// The policy's `profile.username` says whether accounts have one.
  @_alwaysEmitIntoClient public var username: String? {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// A telephone number.
  @_alwaysEmitIntoClient public var phone: String? {
    get { json[text: 2] }
    set { json[text: 2] = newValue }
  }

  /// A calendar date.
  @_alwaysEmitIntoClient public var birthDate: String? {
    get { json[text: 3] }
    set { json[text: 3] = newValue }
  }

  /// The person's consent to the terms, and the address of their parent or guardian.
  @_alwaysEmitIntoClient public var consent: Consent? {
    get { json[object: 4] }
    set { json[object: 4] = newValue }
  }

  /// The app's own fields, as `profile.fields` of the policy defines them; null removes a field.
  @_alwaysEmitIntoClient public var profile: [String: JSONValue]? {
    get { json[values: 5] }
    set { json[values: 5] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    displayName: String? = nil, username: String? = nil, phone: String? = nil, birthDate: String? = nil,
    consent: Consent? = nil, profile: [String: JSONValue]? = nil
  ) {
    json = JSONMembers(Self.shape)
    self.displayName = displayName
    self.username = username
    self.phone = phone
    self.birthDate = birthDate
    self.consent = consent
    self.profile = profile
  }
}

/// The complete account result.
public struct CompleteAccountResult: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("CompleteAccountResult") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// A person who can sign in. `email` is null if the provider gave none.
  @_alwaysEmitIntoClient public var account: Account {
    get { json[object: 0] }
    set { json[object: 0] = newValue }
  }

  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
  /// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  @_alwaysEmitIntoClient public var state: AccountState {
    get { json[choice: 1] }
    set { json[choice: 1] = newValue }
  }

  /// What the policy requires and the account lacks, in this order: `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `profile/<field>`.
  @_alwaysEmitIntoClient public var missing: [String] {
    get { json[texts: 2] }
    set { json[texts: 2] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(account: Account, state: AccountState, missing: [String]) {
    json = JSONMembers(Self.shape)
    self.account = account
    self.state = state
    self.missing = missing
  }
}
