// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Begins a sign-in with a passkey.
public struct PasskeyOptionsRequest: FunctionRequest {
  public typealias Answer = PasskeyOptionsResult

  /// The function that answers the request.
  public static let function = FunctionCall("passkey-options", at: "/passkey-options", for: .everyone)

  /// A request without members.
  public init() {}
}

/// The passkey options result.
public struct PasskeyOptionsResult: Codable, Hashable, Sendable {
  /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts.
  public var challenge: String
  /// For `PublicKeyCredential.parseRequestOptionsFromJSON()`.
  public var options: [String: JSONValue]

  /// Creates the value from its members.
  public init(challenge: String, options: [String: JSONValue]) {
    self.challenge = challenge
    self.options = options
  }
}
