// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Ends the caller's connection with an inviter. The inviter's record of the client stays.
public struct LeaveInviterRequest: FunctionRequest {
  /// What `leave-inviter` answers.
  public typealias Answer = LeaveInviterResult

  /// `POST /leave-inviter`. It needs a session.
  public static let function = FunctionCall("leave-inviter", at: "/leave-inviter", for: .session)

  /// The inviter's record of the caller, from `clients` of `get-account`. At most 64 characters.
  public var clientId: String

  /// Creates a request.
  public init(clientId: String) {
    self.clientId = clientId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.clientId = try container.required("clientId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(clientId, "clientId")
  }
}

/// What `leave-inviter` answers to ``LeaveInviterRequest``.
public struct LeaveInviterResult: Codable, Equatable, Sendable {
  /// The client's id.
  public var left: String

  /// Creates a value, such as for a test or a preview.
  public init(left: String) {
    self.left = left
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.left = try container.required("left")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(left, "left")
  }
}
