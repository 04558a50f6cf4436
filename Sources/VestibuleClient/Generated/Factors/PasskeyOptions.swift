// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Begins a sign-in with a passkey.
public struct PasskeyOptionsRequest: FunctionRequest {
  /// What `passkey-options` answers.
  public typealias Answer = PasskeyOptionsResult

  /// `POST /passkey-options`. It needs no session.
  public static let function = FunctionCall("passkey-options", at: "/passkey-options", for: .everyone)

  /// Creates a request.
  public init() {}
}

/// What `passkey-options` answers to ``PasskeyOptionsRequest``.
public struct PasskeyOptionsResult: Codable, Equatable, Sendable {
  /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts.
  public var challenge: String

  /// For `PublicKeyCredential.parseRequestOptionsFromJSON()`.
  public var options: [String: JSONValue]

  /// Creates a value, such as for a test or a preview.
  public init(challenge: String, options: [String: JSONValue]) {
    self.challenge = challenge
    self.options = options
  }
}
