// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Something that an inviter assigned to a client.
public struct Workout: Codable, Hashable, Identifiable, Sendable {
  /// The id of the workout, which other functions call `workoutId`.
  public var id: String

  /// The client to whom it is assigned.
  public var clientId: String

  /// What the client sees first; one line of text.
  public var title: String

  /// What the app says about it: any JSON object of at most 64 KiB.
  public var details: [String: JSONValue]

  /// When it was assigned.
  public var createdAt: Date

  /// When the client should do it; nil for any time.
  public var scheduledFor: Date?

  /// The day on which the client should do it, wherever the client is; nil if no day was chosen.
  public var scheduledOn: String?

  /// When the client completed it; nil until then.
  public var completedAt: Date?

  /// The inviter, where the client sees the workout; nil where the inviter does.
  public var inviter: InviterName?

  /// A team of inviters; only with `teams` of the policy.
  public var team: TeamName?

  /// Creates a value, such as for a test or a preview.
  public init(
    id: String, clientId: String, title: String, details: [String: JSONValue], createdAt: Date,
    scheduledFor: Date? = nil, scheduledOn: String? = nil, completedAt: Date? = nil, inviter: InviterName? = nil,
    team: TeamName? = nil
  ) {
    self.id = id
    self.clientId = clientId
    self.title = title
    self.details = details
    self.createdAt = createdAt
    self.scheduledFor = scheduledFor
    self.scheduledOn = scheduledOn
    self.completedAt = completedAt
    self.inviter = inviter
    self.team = team
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.id = try container.required("id")
    self.clientId = try container.required("clientId")
    self.title = try container.required("title")
    self.details = try container.required("details")
    self.createdAt = try container.required("createdAt")
    self.scheduledFor = try container.optional("scheduledFor")
    self.scheduledOn = try container.optional("scheduledOn")
    self.completedAt = try container.optional("completedAt")
    self.inviter = try container.optional("inviter")
    self.team = try container.optional("team")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(id, "id")
    try container.write(clientId, "clientId")
    try container.write(title, "title")
    try container.write(details, "details")
    try container.write(createdAt, "createdAt")
    try container.writeIfPresent(scheduledFor, "scheduledFor")
    try container.writeIfPresent(scheduledOn, "scheduledOn")
    try container.writeIfPresent(completedAt, "completedAt")
    try container.writeIfPresent(inviter, "inviter")
    try container.writeIfPresent(team, "team")
  }
}
