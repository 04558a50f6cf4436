// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Removes a second factor.
public struct RemoveFactorRequest: FunctionRequest {
  public typealias Answer = RemoveFactorResult

  /// The function that answers the request.
  public static let function = FunctionCall("remove-factor", at: "/remove-factor", for: .session)

  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("RemoveFactorRequest") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// An opaque id.
  @_alwaysEmitIntoClient public var factorId: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(factorId: String) {
    json = JSONMembers(Self.shape)
    self.factorId = factorId
  }
}

/// The remove factor result.
public struct RemoveFactorResult: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("RemoveFactorResult") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The confirmed second factors of the account, oldest first.
  @_alwaysEmitIntoClient public var factors: [Factor] {
    get { json[objects: 0] }
    set { json[objects: 0] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(factors: [Factor]) {
    json = JSONMembers(Self.shape)
    self.factors = factors
  }
}
