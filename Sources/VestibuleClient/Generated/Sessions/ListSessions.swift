// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Lists where the account is signed in.
public struct ListSessionsRequest: ReadingRequest {
  /// What `list-sessions` answers.
  public typealias Answer = ListSessionsResult

  /// `POST /list-sessions`. It needs a session.
  public static let function = FunctionCall("list-sessions", at: "/list-sessions", for: .session)

  /// Creates a request.
  public init() {}
}

/// What `list-sessions` answers to ``ListSessionsRequest``.
public struct ListSessionsResult: Codable, Equatable, Sendable {
  /// The sessions that have not ended, the last used one first. At most 1000 entries.
  public var sessions: [Session]

  /// Creates a value, such as for a test or a preview.
  public init(sessions: [Session]) {
    self.sessions = sessions
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.sessions = try container.required("sessions")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(sessions, "sessions")
  }

  /// A session of the account.
  public struct Session: Codable, Hashable, Identifiable, Sendable {
    /// The id of the session, for `sign-out`.
    public var id: String

    /// Whether it is the caller's session.
    public var current: Bool

    /// When the person signed in.
    public var createdAt: Date

    /// When the person last proved who they are: the sign-in, or a later `reauthenticate`.
    public var authenticatedAt: Date

    /// When its tokens were last refreshed.
    public var lastUsedAt: Date

    /// When it ends if it is not used until then.
    public var expiresAt: Date

    /// The device of the session; nil if the app named none.
    public var device: Device?

    /// The client address of its last use; nil if it is not known.
    public var address: String?

    /// The country of the sign-in (ISO 3166-1); nil if it is not known.
    public var country: String?

    /// Creates a value, such as for a test or a preview.
    public init(
      id: String, current: Bool, createdAt: Date, authenticatedAt: Date, lastUsedAt: Date, expiresAt: Date,
      device: Device? = nil, address: String? = nil, country: String? = nil
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

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.id = try container.required("id")
      self.current = try container.required("current")
      self.createdAt = try container.required("createdAt")
      self.authenticatedAt = try container.required("authenticatedAt")
      self.lastUsedAt = try container.required("lastUsedAt")
      self.expiresAt = try container.required("expiresAt")
      self.device = try container.optional("device")
      self.address = try container.optional("address")
      self.country = try container.optional("country")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(id, "id")
      try container.write(current, "current")
      try container.write(createdAt, "createdAt")
      try container.write(authenticatedAt, "authenticatedAt")
      try container.write(lastUsedAt, "lastUsedAt")
      try container.write(expiresAt, "expiresAt")
      try container.writeIfPresent(device, "device")
      try container.writeIfPresent(address, "address")
      try container.writeIfPresent(country, "country")
    }

    /// The device of the session; nil if the app named none.
    public struct Device: Codable, Hashable, Sendable {
      /// The kind of the device, such as `ios`; nil if the app did not name it.
      public var platform: String?

      /// What the person calls the device; nil if the app did not name it.
      public var name: String?

      /// The service that delivers push messages to the app on the device, with `pushToken`.
      public var pushService: VestibuleClient.Device.PushService?

      /// Creates a value, such as for a test or a preview.
      public init(platform: String? = nil, name: String? = nil, pushService: VestibuleClient.Device.PushService? = nil)
      {
        self.platform = platform
        self.name = name
        self.pushService = pushService
      }

      /// Reads the value from JSON.
      public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MemberName.self)
        self.platform = try container.optional("platform")
        self.name = try container.optional("name")
        self.pushService = try container.optional("pushService")
      }

      /// Writes the value as JSON.
      public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        try container.writeIfPresent(platform, "platform")
        try container.writeIfPresent(name, "name")
        try container.writeIfPresent(pushService, "pushService")
      }
    }
  }
}
