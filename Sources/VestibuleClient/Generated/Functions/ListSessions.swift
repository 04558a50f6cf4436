// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Lists where the account is signed in.
public struct ListSessionsRequest: FunctionRequest {
  public typealias Answer = ListSessionsResult

  /// The function that answers the request.
  public static let function = FunctionCall("list-sessions", at: "/list-sessions", for: .session)

  /// A request without members.
  public init() {}
}

/// The list sessions result.
public struct ListSessionsResult: Codable, Hashable, Sendable {
  /// The sessions.
  public var sessions: [ListSessionsResultSession]

  /// Creates the value from its members.
  public init(sessions: [ListSessionsResultSession]) {
    self.sessions = sessions
  }
}

/// The list sessions result session.
public struct ListSessionsResultSession: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// Whether it is the caller's session.
  public var current: Bool
  /// A timestamp (RFC 3339) in UTC.
  public var createdAt: Date
  /// When the person last proved who they are: the sign-in, or a later `reauthenticate`.
  public var authenticatedAt: Date
  /// A timestamp (RFC 3339) in UTC.
  public var lastUsedAt: Date
  /// A timestamp (RFC 3339) in UTC.
  public var expiresAt: Date
  /// The device.
  public var device: SessionDevice?
  /// The client address of its last use.
  public var address: String?
  /// The country of the sign-in (ISO 3166-1), if it is known.
  public var country: String?

  /// Creates the value from its members.
  public init(
    id: String, current: Bool, createdAt: Date, authenticatedAt: Date, lastUsedAt: Date, expiresAt: Date,
    device: SessionDevice? = nil, address: String? = nil, country: String? = nil
  ) {
    self.id = id
    self.current = current
    self.createdAt = createdAt
    self.authenticatedAt = authenticatedAt
    self.lastUsedAt = lastUsedAt
    self.expiresAt = expiresAt
    self.device = device
    self.address = address
    self.country = country
  }
}
