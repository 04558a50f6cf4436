// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Ends the caller's session, another session of the account, or all of them.
public struct SignOutRequest: FunctionRequest {
  public typealias Answer = SignOutResult

  /// The function that answers the request.
  public static let function = FunctionCall("sign-out", at: "/sign-out", for: .session)

  /// Ends all sessions of the account.
  public var everywhere: Bool?
  /// An opaque id.
  public var sessionId: String?

  /// Creates the value from its members.
  public init(everywhere: Bool? = nil, sessionId: String? = nil) {
    self.everywhere = everywhere
    self.sessionId = sessionId
  }
}

/// The sign out result.
public struct SignOutResult: Codable, Hashable, Sendable {
  /// The ended.
  public var ended: Int

  /// Creates the value from its members.
  public init(ended: Int) {
    self.ended = ended
  }
}
