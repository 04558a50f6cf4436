// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Removes a second factor.
public struct RemoveFactorRequest: FunctionRequest, Equatable {
  public typealias Answer = RemoveFactorResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("remove-factor", at: "/remove-factor", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RemoveFactorRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The factor to remove.
  @_alwaysEmitIntoClient public var factorId: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(factorId: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = factorId
    self.json = json
  }
}

/// The remove factor result.
public struct RemoveFactorResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("RemoveFactorResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The confirmed second factors of the account, oldest first.
  @_alwaysEmitIntoClient public var factors: [Factor] {
    get { json[objects: 0] }
    set { update { $0[objects: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(factors: [Factor]) {
    var json = JSONMembers(Self.shape)
    json[objects: 0] = factors
    self.json = json
  }
}
