// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Removes a client with its invitation and workouts; the person's account stays.
public struct RemoveClientRequest: FunctionRequest {
  /// What `remove-client` answers.
  public typealias Answer = RemoveClientResult

  /// `POST /remove-client`. It needs a session.
  public static let function = FunctionCall("remove-client", at: "/remove-client", for: .session)

  /// The client to remove. At most 64 characters.
  public var clientId: String

  /// Creates a request.
  public init(clientId: String) {
    self.clientId = clientId
  }
}

/// What `remove-client` answers to ``RemoveClientRequest``.
public struct RemoveClientResult: Codable, Equatable, Sendable {
  /// The client's id.
  public var removed: String

  /// Creates a value, such as for a test or a preview.
  public init(removed: String) {
    self.removed = removed
  }
}
