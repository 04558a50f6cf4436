// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Ends the caller's session, another session of the account, or all of them.
public struct SignOutRequest: FunctionRequest {
  /// What `sign-out` answers.
  public typealias Answer = SignOutResult

  /// `POST /sign-out`. It needs a session.
  public static let function = FunctionCall("sign-out", at: "/sign-out", for: .session)

  /// Ends all sessions of the account.
  public var everywhere: Bool?

  /// Another session of the account, from `list-sessions`; without it, the caller's. At most 64 characters.
  public var sessionId: String?

  /// Creates a request. What is nil is not sent.
  public init(everywhere: Bool? = nil, sessionId: String? = nil) {
    self.everywhere = everywhere
    self.sessionId = sessionId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.everywhere = try container.optional("everywhere")
    self.sessionId = try container.optional("sessionId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(everywhere, "everywhere")
    try container.writeIfPresent(sessionId, "sessionId")
  }
}

/// What `sign-out` answers to ``SignOutRequest``.
public struct SignOutResult: Codable, Equatable, Sendable {
  /// The number of sessions that were ended.
  public var ended: Int

  /// Creates a value, such as for a test or a preview.
  public init(ended: Int) {
    self.ended = ended
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.ended = try container.required("ended")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(ended, "ended")
  }
}
