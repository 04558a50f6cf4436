// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Lists the second factors of the account.
public struct ListFactorsRequest: FunctionRequest, Equatable {
  public typealias Answer = ListFactorsResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("list-factors", at: "/list-factors", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListFactorsRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A request without members.
  public init() { json = JSONMembers(Self.shape) }
}

/// The list factors result.
public struct ListFactorsResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ListFactorsResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The confirmed second factors of the account, oldest first.
  @_alwaysEmitIntoClient public var factors: [Factor] {
    get { json[objects: 0] }
    set { update { $0[objects: 0] = newValue } }
  }

  /// How many recovery codes have not been used.
  @_alwaysEmitIntoClient public var recoveryCodesLeft: Int {
    get { json[integer: 1] }
    set { update { $0[integer: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(factors: [Factor], recoveryCodesLeft: Int) {
    var json = JSONMembers(Self.shape)
    json[objects: 0] = factors
    json[integer: 1] = recoveryCodesLeft
    self.json = json
  }
}
