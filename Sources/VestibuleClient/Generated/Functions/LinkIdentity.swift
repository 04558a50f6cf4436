// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Adds a sign-in method to the account.
public struct LinkIdentityRequest: FunctionRequest, Equatable {
  public typealias Answer = LinkIdentityResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("link-identity", at: "/link-identity", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("LinkIdentityRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// An ID token of an identity provider.
  @_alwaysEmitIntoClient public var identity: Identity {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(identity: Identity) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = identity
    self.json = json
  }
}

/// The link identity result.
public struct LinkIdentityResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("LinkIdentityResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The account's sign-in methods: providers of the policy, and `password`.
  @_alwaysEmitIntoClient public var providers: [String] {
    get { json[texts: 0] }
    set { update { $0[texts: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(providers: [String]) {
    var json = JSONMembers(Self.shape)
    json[texts: 0] = providers
    self.json = json
  }
}
