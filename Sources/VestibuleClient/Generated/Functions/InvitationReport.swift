// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Counts the inviter's invitations by status and by day, and how many were opened and accepted.
public struct InvitationReportRequest: FunctionRequest, Equatable {
  public typealias Answer = InvitationReportResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("invitation-report", at: "/invitation-report", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("InvitationReportRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// Only invitations that were last sent since this timestamp (RFC 3339); default: all.
  @_alwaysEmitIntoClient public var since: Date? {
    get { json[date: 0] }
    set { update { $0[date: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(since: Date? = nil) {
    var json = JSONMembers(Self.shape)
    json[date: 0] = since
    self.json = json
  }
}

/// The invitation report result.
public struct InvitationReportResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("InvitationReportResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The number of invitations in each status.
  @_alwaysEmitIntoClient public var byStatus: InvitationReportResultByStatus {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// The days (UTC) of the last 366 on which invitations were sent, oldest first, with what became of those
  /// invitations.
  @_alwaysEmitIntoClient public var days: [InvitationReportResultDay] {
    get { json[objects: 1] }
    set { update { $0[objects: 1] = newValue } }
  }

  /// The number of invitations whose link or code was looked at, once or more, by a person or by a link
  /// scanner. An accepted invitation counts.
  @_alwaysEmitIntoClient public var opened: Int {
    get { json[integer: 2] }
    set { update { $0[integer: 2] = newValue } }
  }

  /// The number of invitations that were accepted.
  @_alwaysEmitIntoClient public var accepted: Int {
    get { json[integer: 3] }
    set { update { $0[integer: 3] = newValue } }
  }

  /// The number of invitations whose last mail bounced.
  @_alwaysEmitIntoClient public var bounced: Int {
    get { json[integer: 4] }
    set { update { $0[integer: 4] = newValue } }
  }

  /// The median time from the last sending to the acceptance; null if no invitation is accepted.
  @_alwaysEmitIntoClient public var medianSecondsToAccept: Int? {
    get { json[integer: 5] }
    set { update { $0[integer: 5] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    byStatus: InvitationReportResultByStatus, days: [InvitationReportResultDay], opened: Int, accepted: Int,
    bounced: Int, medianSecondsToAccept: Int? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = byStatus
    json[objects: 1] = days
    json[integer: 2] = opened
    json[integer: 3] = accepted
    json[integer: 4] = bounced
    json[integer: 5] = medianSecondsToAccept
    self.json = json
  }
}

/// The number of invitations in each status.
public struct InvitationReportResultByStatus: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("InvitationReportResultByStatus") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// Those that can still be accepted.
  @_alwaysEmitIntoClient public var pending: Int {
    get { json[integer: 0] }
    set { update { $0[integer: 0] = newValue } }
  }

  /// Those that were accepted.
  @_alwaysEmitIntoClient public var accepted: Int {
    get { json[integer: 1] }
    set { update { $0[integer: 1] = newValue } }
  }

  /// Those that ended without an answer.
  @_alwaysEmitIntoClient public var expired: Int {
    get { json[integer: 2] }
    set { update { $0[integer: 2] = newValue } }
  }

  /// Those that the inviter has revoked.
  @_alwaysEmitIntoClient public var revoked: Int {
    get { json[integer: 3] }
    set { update { $0[integer: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(pending: Int, accepted: Int, expired: Int, revoked: Int) {
    var json = JSONMembers(Self.shape)
    json[integer: 0] = pending
    json[integer: 1] = accepted
    json[integer: 2] = expired
    json[integer: 3] = revoked
    self.json = json
  }
}

/// The invitations that were last sent on one day.
public struct InvitationReportResultDay: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("InvitationReportResultDay") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The day in UTC, such as `2026-11-22`.
  @_alwaysEmitIntoClient public var day: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The number of invitations that were last sent on this day.
  @_alwaysEmitIntoClient public var sent: Int {
    get { json[integer: 1] }
    set { update { $0[integer: 1] = newValue } }
  }

  /// How many of them were accepted, on any day.
  @_alwaysEmitIntoClient public var accepted: Int {
    get { json[integer: 2] }
    set { update { $0[integer: 2] = newValue } }
  }

  /// How many of them have a last mail that bounced.
  @_alwaysEmitIntoClient public var bounced: Int {
    get { json[integer: 3] }
    set { update { $0[integer: 3] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(day: String, sent: Int, accepted: Int, bounced: Int) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = day
    json[integer: 1] = sent
    json[integer: 2] = accepted
    json[integer: 3] = bounced
    self.json = json
  }
}
