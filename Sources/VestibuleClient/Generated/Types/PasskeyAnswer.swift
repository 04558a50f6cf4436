// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// A challenge of `passkey-options`, and the answer of the authenticator.
public struct PasskeyAnswer: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("PasskeyAnswer") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts.
  @_alwaysEmitIntoClient public var challenge: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The answer of an authenticator: `PublicKeyCredential.toJSON()`.
  @_alwaysEmitIntoClient public var credential: [String: JSONValue] {
    get { json[values: 1] }
    set { update { $0[values: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(challenge: String, credential: [String: JSONValue]) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = challenge
    json[values: 1] = credential
    self.json = json
  }
}
