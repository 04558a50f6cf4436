// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// A challenge of `passkey-options`, and the answer of the authenticator.
public struct PasskeyAnswer: Codable, Equatable, Sendable {
  /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts. At most 128
  /// characters.
  public var challenge: String

  /// The answer of an authenticator: `PublicKeyCredential.toJSON()`.
  public var credential: [String: JSONValue]

  /// Creates a value, such as for a test or a preview.
  public init(challenge: String, credential: [String: JSONValue]) {
    self.challenge = challenge
    self.credential = credential
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.challenge = try container.required("challenge")
    self.credential = try container.required("credential")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(challenge, "challenge")
    try container.write(credential, "credential")
  }
}
