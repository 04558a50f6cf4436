// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Exchanges a refresh token for the session's next tokens.
public struct RefreshSessionRequest: FunctionRequest {
  /// What `refresh-session` answers.
  public typealias Answer = RefreshSessionResult

  /// `POST /refresh-session`. It needs no session.
  public static let function = FunctionCall("refresh-session", at: "/refresh-session", for: .anyone)

  /// The last refresh token of the session. At most 512 characters.
  public var refreshToken: String

  /// Required, with the id of the session's device, if the policy has `session.bindDevice`.
  public var device: Device?

  /// Creates a request. What is nil is not sent.
  public init(refreshToken: String, device: Device? = nil) {
    self.refreshToken = refreshToken
    self.device = device
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.refreshToken = try container.required("refreshToken")
    self.device = try container.optional("device")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(refreshToken, "refreshToken")
    try container.writeIfPresent(device, "device")
  }
}

/// What `refresh-session` answers to ``RefreshSessionRequest``.
public struct RefreshSessionResult: Codable, Equatable, Sendable {
  /// The tokens of a session.
  public var session: Tokens

  /// Creates a value, such as for a test or a preview.
  public init(session: Tokens) {
    self.session = session
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.session = try container.required("session")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(session, "session")
  }
}
