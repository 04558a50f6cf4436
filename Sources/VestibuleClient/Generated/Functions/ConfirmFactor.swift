// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Confirms a new second factor; every later sign-in needs it. Exactly one of these is present: `code`;
/// `credential`.
public struct ConfirmFactorRequest: FunctionRequest, Equatable {
  public typealias Answer = ConfirmFactorResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("confirm-factor", at: "/confirm-factor", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ConfirmFactorRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The `factor.id` of `enroll-factor`.
  @_alwaysEmitIntoClient public var factorId: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// A code of an authenticator app: 6 digits.
  @_alwaysEmitIntoClient public var code: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The answer of an authenticator: `PublicKeyCredential.toJSON()`.
  @_alwaysEmitIntoClient public var credential: [String: JSONValue]? {
    get { json[values: 2] }
    set { update { $0[values: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(factorId: String, code: String? = nil, credential: [String: JSONValue]? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = factorId
    json[text: 1] = code
    json[values: 2] = credential
    self.json = json
  }
}

/// The confirm factor result.
public struct ConfirmFactorResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ConfirmFactorResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The confirmed second factors of the account, oldest first.
  @_alwaysEmitIntoClient public var factors: [Factor] {
    get { json[objects: 0] }
    set { update { $0[objects: 0] = newValue } }
  }

  /// Codes for a person who has lost the second factor. Each works once. They are shown only now; absent unless
  /// it is the first factor.
  @_alwaysEmitIntoClient public var recoveryCodes: [String]? {
    get { json[texts: 1] }
    set { update { $0[texts: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(factors: [Factor], recoveryCodes: [String]? = nil) {
    var json = JSONMembers(Self.shape)
    json[objects: 0] = factors
    json[texts: 1] = recoveryCodes
    self.json = json
  }
}
