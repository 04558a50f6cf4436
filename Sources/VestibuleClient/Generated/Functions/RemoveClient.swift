// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Removes a client with its invitation and workouts; the person's account stays.
public struct RemoveClientRequest: FunctionRequest {
  public typealias Answer = RemoveClientResult

  /// The function that answers the request.
  public static let function = FunctionCall("remove-client", at: "/remove-client", for: .session)

  /// An opaque id.
  public var clientId: String

  /// Creates the value from its members.
  public init(clientId: String) {
    self.clientId = clientId
  }
}

/// The remove client result.
public struct RemoveClientResult: Codable, Hashable, Sendable {
  /// The client's id.
  public var removed: String

  /// Creates the value from its members.
  public init(removed: String) {
    self.removed = removed
  }
}
