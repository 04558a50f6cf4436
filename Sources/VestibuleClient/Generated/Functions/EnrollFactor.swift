// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Begins to add a second factor; `confirm-factor` completes it.
public struct EnrollFactorRequest: FunctionRequest, Equatable {
  public typealias Answer = EnrollFactorResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("enroll-factor", at: "/enroll-factor", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("EnrollFactorRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// An authenticator app, or a passkey.
  @_alwaysEmitIntoClient public var type: FactorType {
    get { json[choice: 0] }
    set { update { $0[choice: 0] = newValue } }
  }

  /// The person's name for the factor.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(type: FactorType, name: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[choice: 0] = type
    json[text: 1] = name
    self.json = json
  }
}

/// The enroll factor result.
public struct EnrollFactorResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("EnrollFactorResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A second factor.
  @_alwaysEmitIntoClient public var factor: Factor {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// The secret of an authenticator app in base32; absent for a passkey.
  @_alwaysEmitIntoClient public var secret: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The `otpauth` URI of a QR code for an authenticator app; absent for a passkey.
  @_alwaysEmitIntoClient public var uri: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// For `PublicKeyCredential.parseCreationOptionsFromJSON()`; absent for an authenticator app.
  @_alwaysEmitIntoClient public var options: [String: JSONValue]? {
    get { json[values: 3] }
    set { update { $0[values: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    factor: Factor, secret: String? = nil, uri: String? = nil, options: [String: JSONValue]? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = factor
    json[text: 1] = secret
    json[text: 2] = uri
    json[values: 3] = options
    self.json = json
  }
}
