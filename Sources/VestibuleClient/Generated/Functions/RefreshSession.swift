// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Exchanges a refresh token for the session's next tokens.
public struct RefreshSessionRequest: FunctionRequest {
  public typealias Answer = RefreshSessionResult

  /// The function that answers the request.
  public static let function = FunctionCall("refresh-session", at: "/refresh-session", for: .everyone)

  /// The refresh token.
  public var refreshToken: String
  /// Required, with the id of the session's device, if the policy has `session.bindDevice`.
  public var device: Device?

  /// Creates the value from its members.
  public init(refreshToken: String, device: Device? = nil) {
    self.refreshToken = refreshToken
    self.device = device
  }
}

/// The refresh session result.
public struct RefreshSessionResult: Codable, Hashable, Sendable {
  /// The tokens of a session.
  public var session: Tokens

  /// Creates the value from its members.
  public init(session: Tokens) {
    self.session = session
  }
}
