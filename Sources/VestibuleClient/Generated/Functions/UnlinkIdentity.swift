// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Removes a sign-in method from the account, unless it is the last one.
public struct UnlinkIdentityRequest: FunctionRequest, Equatable {
  public typealias Answer = UnlinkIdentityResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("unlink-identity", at: "/unlink-identity", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("UnlinkIdentityRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The provider's name in the policy, or `password`.
  @_alwaysEmitIntoClient public var provider: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(provider: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = provider
    self.json = json
  }
}

/// The unlink identity result.
public struct UnlinkIdentityResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("UnlinkIdentityResult") }

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
