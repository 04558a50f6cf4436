// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Ends the caller's connection with an inviter. The inviter's record of the client stays.
public struct LeaveInviterRequest: FunctionRequest {
  public typealias Answer = LeaveInviterResult

  /// The function that answers the request.
  public static let function = FunctionCall("leave-inviter", at: "/leave-inviter", for: .session)

  /// An opaque id.
  public var clientId: String

  /// Creates the value from its members.
  public init(clientId: String) {
    self.clientId = clientId
  }
}

/// The leave inviter result.
public struct LeaveInviterResult: Codable, Hashable, Sendable {
  /// The client's id.
  public var left: String

  /// Creates the value from its members.
  public init(left: String) {
    self.left = left
  }
}
