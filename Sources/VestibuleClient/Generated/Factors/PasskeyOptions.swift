// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Begins a sign-in with a passkey, or, with the mailed code of an invitation, a new passkey to accept it.
public struct PasskeyOptionsRequest: FunctionRequest {
  /// What `passkey-options` answers.
  public typealias Answer = PasskeyOptionsResult

  /// `POST /passkey-options`. It needs no session.
  public static let function = FunctionCall("passkey-options", at: "/passkey-options", for: .anyone)

  /// The mailed code of an invitation to an address without an account. At most 128 characters.
  public var code: String?

  /// Creates a request. What is nil is not sent.
  public init(code: String? = nil) {
    self.code = code
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.code = try container.optional("code")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(code, "code")
  }
}

/// What `passkey-options` answers to ``PasskeyOptionsRequest``.
public struct PasskeyOptionsResult: Codable, Equatable, Sendable {
  /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts.
  public var challenge: String

  /// For `PublicKeyCredential.parseRequestOptionsFromJSON()`; with a code for `parseCreationOptionsFromJSON()`.
  public var options: [String: JSONValue]

  /// Creates a value, such as for a test or a preview.
  public init(challenge: String, options: [String: JSONValue]) {
    self.challenge = challenge
    self.options = options
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.challenge = try container.required("challenge")
    self.options = try container.required("options")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(challenge, "challenge")
    try container.write(options, "options")
  }
}
