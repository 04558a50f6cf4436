// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Adds the data that the policy requires and the account lacks. This ends the state `incomplete`.
public struct CompleteAccountRequest: FunctionRequest, Equatable {
  public typealias Answer = CompleteAccountResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("complete-account", at: "/complete-account", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("CompleteAccountRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The name that others see; the rules of `name` apply.
  @_alwaysEmitIntoClient public var displayName: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// A name with which a person can sign in instead of the address. Case and Unicode spelling do not matter.
  /// The policy's `profile.username` says whether accounts have one.
  @_alwaysEmitIntoClient public var username: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// A telephone number, such as `+1 555 123 4567`. One without a country calling code gets that of the
  /// policy's `profile.callingCode`.
  @_alwaysEmitIntoClient public var phone: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The person's day of birth as a calendar date: `2010-05-31`.
  @_alwaysEmitIntoClient public var birthDate: String? {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// The person's consent to the terms, and the address of their parent or guardian.
  @_alwaysEmitIntoClient public var consent: Consent? {
    get { json[object: 4] }
    set { update { $0[object: 4] = newValue } }
  }

  /// The app's own fields, as `profile.fields` of the policy defines them; null removes a field.
  @_alwaysEmitIntoClient public var profile: [String: JSONValue]? {
    get { json[values: 5] }
    set { update { $0[values: 5] = newValue } }
  }

  /// The role of the account, where `missing` names it: the present one, or one of policy roles.signUp.
  @_alwaysEmitIntoClient public var role: String? {
    get { json[text: 6] }
    set { update { $0[text: 6] = newValue } }
  }

  /// The `clientId` of each waiting inviter who stays. The others are left, as by leave-inviter.
  @_alwaysEmitIntoClient public var keepInviters: [String]? {
    get { json[texts: 7] }
    set { update { $0[texts: 7] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    displayName: String? = nil, username: String? = nil, phone: String? = nil, birthDate: String? = nil,
    consent: Consent? = nil, profile: [String: JSONValue]? = nil, role: String? = nil, keepInviters: [String]? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = displayName
    json[text: 1] = username
    json[text: 2] = phone
    json[text: 3] = birthDate
    json[object: 4] = consent
    json[values: 5] = profile
    json[text: 6] = role
    json[texts: 7] = keepInviters
    self.json = json
  }
}

/// The complete account result.
public struct CompleteAccountResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("CompleteAccountResult") }

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

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(account: Account, state: AccountState, missing: [String]) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = account
    json[choice: 1] = state
    json[texts: 2] = missing
    self.json = json
  }
}
