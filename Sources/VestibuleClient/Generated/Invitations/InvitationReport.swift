// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Counts the inviter's invitations by status and by day, and how many were opened and accepted.
public struct InvitationReportRequest: ReadingRequest {
  /// What `invitation-report` answers.
  public typealias Answer = InvitationReportResult

  /// `POST /invitation-report`. It needs a session.
  public static let function = FunctionCall("invitation-report", at: "/invitation-report", for: .session)

  /// Only invitations that were last sent since this timestamp (RFC 3339); default: all.
  public var since: Date?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(since: Date? = nil, teamId: String? = nil) {
    self.since = since
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.since = try container.optional("since")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(since, "since")
    try container.writeIfPresent(teamId, "teamId")
  }
}

/// What `invitation-report` answers to ``InvitationReportRequest``.
public struct InvitationReportResult: Codable, Equatable, Sendable {
  /// The number of invitations in each status.
  public var byStatus: ByStatus

  /// The days (UTC) of the last 366 on which invitations were sent, oldest first, with what became of those
  /// invitations. At most 366 entries.
  public var days: [Day]

  /// The number of invitations whose link or code was looked at, once or more, by a person or by a link scanner. An
  /// accepted invitation counts.
  public var opened: Int

  /// The number of invitations that were accepted.
  public var accepted: Int

  /// The number of invitations whose last mail bounced.
  public var bounced: Int

  /// The median time from the last sending to the acceptance; nil if no invitation is accepted.
  public var medianSecondsToAccept: Int?

  /// Creates a value, such as for a test or a preview.
  public init(
    byStatus: ByStatus, days: [Day], opened: Int, accepted: Int, bounced: Int, medianSecondsToAccept: Int? = nil
  ) {
    self.byStatus = byStatus
    self.days = days
    self.opened = opened
    self.accepted = accepted
    self.bounced = bounced
    self.medianSecondsToAccept = medianSecondsToAccept
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.byStatus = try container.required("byStatus")
    self.days = try container.required("days")
    self.opened = try container.required("opened")
    self.accepted = try container.required("accepted")
    self.bounced = try container.required("bounced")
    self.medianSecondsToAccept = try container.optional("medianSecondsToAccept")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(byStatus, "byStatus")
    try container.write(days, "days")
    try container.write(opened, "opened")
    try container.write(accepted, "accepted")
    try container.write(bounced, "bounced")
    try container.writeIfPresent(medianSecondsToAccept, "medianSecondsToAccept")
  }

  /// The number of invitations in each status.
  public struct ByStatus: Codable, Equatable, Sendable {
    /// Those that can still be accepted.
    public var pending: Int

    /// Those that were accepted.
    public var accepted: Int

    /// Those that ended without an answer.
    public var expired: Int

    /// Those that the inviter has revoked.
    public var revoked: Int

    /// Those that the person has declined.
    public var declined: Int

    /// Creates a value, such as for a test or a preview.
    public init(pending: Int, accepted: Int, expired: Int, revoked: Int, declined: Int) {
      self.pending = pending
      self.accepted = accepted
      self.expired = expired
      self.revoked = revoked
      self.declined = declined
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.pending = try container.required("pending")
      self.accepted = try container.required("accepted")
      self.expired = try container.required("expired")
      self.revoked = try container.required("revoked")
      self.declined = try container.required("declined")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(pending, "pending")
      try container.write(accepted, "accepted")
      try container.write(expired, "expired")
      try container.write(revoked, "revoked")
      try container.write(declined, "declined")
    }
  }

  /// The invitations that were last sent on one day.
  public struct Day: Codable, Equatable, Sendable {
    /// The day in UTC, such as `2026-11-22`.
    public var day: String

    /// The number of invitations that were last sent on this day. One that ended before its message went out counts
    /// only if it was accepted.
    public var sent: Int

    /// How many of them were accepted, on any day.
    public var accepted: Int

    /// How many of them have a last mail that bounced.
    public var bounced: Int

    /// Creates a value, such as for a test or a preview.
    public init(day: String, sent: Int, accepted: Int, bounced: Int) {
      self.day = day
      self.sent = sent
      self.accepted = accepted
      self.bounced = bounced
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.day = try container.required("day")
      self.sent = try container.required("sent")
      self.accepted = try container.required("accepted")
      self.bounced = try container.required("bounced")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(day, "day")
      try container.write(sent, "sent")
      try container.write(accepted, "accepted")
      try container.write(bounced, "bounced")
    }
  }
}
