// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Counts the inviter's invitations by status and by day, and how many were opened and accepted.
public struct InvitationReportRequest: FunctionRequest {
  public typealias Answer = InvitationReportResult

  /// The function that answers the request.
  public static let function = FunctionCall("invitation-report", at: "/invitation-report", for: .session)

  /// Only invitations that were last sent since this timestamp (RFC 3339); default: all.
  public var since: Date?

  /// Creates the value from its members.
  public init(since: Date? = nil) {
    self.since = since
  }
}

/// The invitation report result.
public struct InvitationReportResult: Codable, Hashable, Sendable {
  /// The number of invitations in each status.
  public var byStatus: InvitationReportResultByStatus
  /// The days (UTC) of the last 366 on which invitations were sent, oldest first, with what became of those
  /// invitations.
  public var days: [InvitationReportResultDay]
  /// The number of invitations whose link or code was looked at, once or more, by a person or by a link
  /// scanner. An accepted invitation counts.
  public var opened: Int
  /// The accepted.
  public var accepted: Int
  /// The number of invitations whose last mail bounced.
  public var bounced: Int
  /// The median time from the last sending to the acceptance; null if no invitation is accepted.
  public var medianSecondsToAccept: Int?

  /// Creates the value from its members.
  public init(
    byStatus: InvitationReportResultByStatus, days: [InvitationReportResultDay], opened: Int, accepted: Int,
    bounced: Int, medianSecondsToAccept: Int? = nil
  ) {
    self.byStatus = byStatus
    self.days = days
    self.opened = opened
    self.accepted = accepted
    self.bounced = bounced
    self.medianSecondsToAccept = medianSecondsToAccept
  }
}

/// The number of invitations in each status.
public struct InvitationReportResultByStatus: Codable, Hashable, Sendable {
  /// The pending.
  public var pending: Int
  /// The accepted.
  public var accepted: Int
  /// The expired.
  public var expired: Int
  /// The revoked.
  public var revoked: Int

  /// Creates the value from its members.
  public init(pending: Int, accepted: Int, expired: Int, revoked: Int) {
    self.pending = pending
    self.accepted = accepted
    self.expired = expired
    self.revoked = revoked
  }
}

/// The invitation report result day.
public struct InvitationReportResultDay: Codable, Hashable, Sendable {
  /// The day.
  public var day: String
  /// The sent.
  public var sent: Int
  /// The accepted.
  public var accepted: Int
  /// The bounced.
  public var bounced: Int

  /// Creates the value from its members.
  public init(day: String, sent: Int, accepted: Int, bounced: Int) {
    self.day = day
    self.sent = sent
    self.accepted = accepted
    self.bounced = bounced
  }
}
