// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Returns the account of an invitee, and its state.
public struct GetMemberRequest: FunctionRequest, Equatable {
  public typealias Answer = GetMemberResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("get-member", at: "/get-member", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("GetMemberRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The account to show.
  @_alwaysEmitIntoClient public var accountId: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(accountId: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = accountId
    self.json = json
  }
}

/// The get member result.
public struct GetMemberResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("GetMemberResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A person who can sign in. `email` is null if the provider gave none.
  @_alwaysEmitIntoClient public var member: Account {
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
  @_alwaysEmitIntoClient public init(member: Account, state: AccountState, missing: [String]) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = member
    json[choice: 1] = state
    json[texts: 2] = missing
    self.json = json
  }
}
