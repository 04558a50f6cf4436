// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Returns one client with its invitation, the deliveries of its messages, and its workouts.
public struct GetClientRequest: ReadingRequest {
  /// What `get-client` answers.
  public typealias Answer = GetClientResult

  /// `POST /get-client`. It needs a session.
  public static let function = FunctionCall("get-client", at: "/get-client", for: .session)

  /// The client to show. At most 64 characters.
  public var clientId: String

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(clientId: String, teamId: String? = nil) {
    self.clientId = clientId
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.clientId = try container.required("clientId")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(clientId, "clientId")
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `get-client` answers to ``GetClientRequest``.
public struct GetClientResult: Codable, Equatable, Sendable {
  /// An inviter's record of a person. Only the inviter sees `notes` and `profile`.
  public var client: ClientRecord

  /// An invitation; `status` is the one at the time of reading.
  public var invitation: Invitation

  /// The latest messages that offered the invitation, oldest first, as long as `retention.mailDays` keeps them. At
  /// most 50 entries.
  public var deliveries: [Delivery]

  /// The first page of `list-workouts`. At most 50 entries.
  public var workouts: [Workout]

  /// Creates a value, such as for a test or a preview.
  public init(client: ClientRecord, invitation: Invitation, deliveries: [Delivery], workouts: [Workout]) {
    self.client = client
    self.invitation = invitation
    self.deliveries = deliveries
    self.workouts = workouts
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.client = try container.required("client")
    self.invitation = try container.required("invitation")
    self.deliveries = try container.required("deliveries")
    self.workouts = try container.required("workouts")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(client, "client")
    try container.write(invitation, "invitation")
    try container.write(deliveries, "deliveries")
    try container.write(workouts, "workouts")
  }

  /// A message that offered the invitation, and what became of it.
  public struct Delivery: Codable, Equatable, Sendable {
    /// When it got its status.
    public var at: Date

    /// `cancelled`: the invitation ended or was sent again before the message was sent.
    public var status: Status

    /// Why it bounced or failed. Only `address` suppresses the address.
    public var reason: Reason?

    /// What the mail server or the vendor said, without mail addresses. `suppressed`: the address gets no more mail.
    /// At most 500 characters.
    public var text: String?

    /// Creates a value, such as for a test or a preview.
    public init(at: Date, status: Status, reason: Reason? = nil, text: String? = nil) {
      self.at = at
      self.status = status
      self.reason = reason
      self.text = text
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.at = try container.required("at")
      self.status = try container.required("status")
      self.reason = try container.optional("reason")
      self.text = try container.optional("text")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(at, "at")
      try container.write(status, "status")
      try container.writeIfPresent(reason, "reason")
      try container.writeIfPresent(text, "text")
    }

    /// `cancelled`: the invitation ended or was sent again before the message was sent.
    public struct Status: OpenEnumeration {
      /// `queued`: it waits to be sent.
      public static let queued = Status(rawValue: "queued")
      /// `sent`: the mail server or provider has taken it.
      public static let sent = Status(rawValue: "sent")
      /// `delayed`: the receiving server has not taken it yet, and it is tried again.
      public static let delayed = Status(rawValue: "delayed")
      /// `delivered`: the receiving server has taken it.
      public static let delivered = Status(rawValue: "delivered")
      /// `bounced`: it came back.
      public static let bounced = Status(rawValue: "bounced")
      /// `failed`: it could not be sent.
      public static let failed = Status(rawValue: "failed")
      /// `unknown`: nobody knows whether the mail server has taken it; it is not sent again.
      public static let unknown = Status(rawValue: "unknown")
      /// `cancelled`: the invitation ended or was sent again before it was sent.
      public static let cancelled = Status(rawValue: "cancelled")

      /// The value as the server writes it.
      public let rawValue: String

      /// The value with this text, also if this version of the kit does not know it.
      public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// Why it bounced or failed. Only `address` suppresses the address.
    public struct Reason: OpenEnumeration {
      /// `address`: the address does not exist, or is disabled. Nothing else suppresses the address.
      public static let address = Reason(rawValue: "address")
      /// `mailbox-full`: the mailbox is full.
      public static let mailboxFull = Reason(rawValue: "mailbox-full")
      /// `policy`: a rule of the receiving server, such as DMARC, a block list or a rate: another mail may arrive.
      public static let policy = Reason(rawValue: "policy")
      /// `content`: the message itself, such as its size or its form.
      public static let content = Reason(rawValue: "content")
      /// `sender`: the address or the account that sends.
      public static let sender = Reason(rawValue: "sender")
      /// `dropped`: the provider did not try, because the address is on its list of suppressions.
      public static let dropped = Reason(rawValue: "dropped")
      /// `expired`: the attempts ended without success.
      public static let expired = Reason(rawValue: "expired")
      /// `other`: none of these, or not known.
      public static let other = Reason(rawValue: "other")

      /// The value as the server writes it.
      public let rawValue: String

      /// The value with this text, also if this version of the kit does not know it.
      public init(rawValue: String) { self.rawValue = rawValue }
    }
  }
}
