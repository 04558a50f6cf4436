// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// An inviter's record of a person. Only the inviter sees `notes` and `profile`.
public struct ClientRecord: Codable, Hashable, Identifiable, Sendable {
  /// The id of the record, which other functions call `clientId`.
  public var id: String

  /// The client's name, as the inviter wrote it.
  public var name: String

  /// When the client was first invited.
  public var createdAt: Date

  /// The address to which invitations go; nil if the inviter does not know it.
  public var email: String?

  /// The telephone number in the international form (E.164), or as typed if it cannot be read; nil if there is none.
  public var phone: String?

  /// The inviter's notes, which the client never sees; nil if there are none.
  public var notes: String?

  /// The language of the client's invitations (BCP 47); nil for the inviter's.
  public var locale: String?

  /// The account that accepted the invitation; nil until then.
  public var accountId: String?

  /// When the person left the inviter; nil after they accepted again. Only the inviter sees it.
  public var leftAt: Date?

  /// The profile fields that the inviter has given for the account that will accept; nil for none, and after the
  /// acceptance. Only the inviter sees them.
  public var profile: [String: JSONValue]?

  /// The link by which the person has joined; nil for others. Only the inviter sees it.
  public var joinLinkId: String?

  /// The inviter, where the client sees the record; nil where the inviter does.
  public var inviter: InviterName?

  /// The account of the team's member who is responsible for the client; nil for nobody. Only inviters see it.
  public var coachId: String?

  /// A team of inviters; only with `teams` of the policy.
  public var team: TeamName?

  /// Creates a value, such as for a test or a preview.
  public init(
    id: String, name: String, createdAt: Date, email: String? = nil, phone: String? = nil, notes: String? = nil,
    locale: String? = nil, accountId: String? = nil, leftAt: Date? = nil, profile: [String: JSONValue]? = nil,
    joinLinkId: String? = nil, inviter: InviterName? = nil, coachId: String? = nil, team: TeamName? = nil
  ) {
    self.id = id
    self.name = name
    self.createdAt = createdAt
    self.email = email
    self.phone = phone
    self.notes = notes
    self.locale = locale
    self.accountId = accountId
    self.leftAt = leftAt
    self.profile = profile
    self.joinLinkId = joinLinkId
    self.inviter = inviter
    self.coachId = coachId
    self.team = team
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.id = try container.required("id")
    self.name = try container.required("name")
    self.createdAt = try container.required("createdAt")
    self.email = try container.optional("email")
    self.phone = try container.optional("phone")
    self.notes = try container.optional("notes")
    self.locale = try container.optional("locale")
    self.accountId = try container.optional("accountId")
    self.leftAt = try container.optional("leftAt")
    self.profile = try container.optional("profile")
    self.joinLinkId = try container.optional("joinLinkId")
    self.inviter = try container.optional("inviter")
    self.coachId = try container.optional("coachId")
    self.team = try container.optional("team")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(id, "id")
    try container.write(name, "name")
    try container.write(createdAt, "createdAt")
    try container.writeIfPresent(email, "email")
    try container.writeIfPresent(phone, "phone")
    try container.writeIfPresent(notes, "notes")
    try container.writeIfPresent(locale, "locale")
    try container.writeIfPresent(accountId, "accountId")
    try container.writeIfPresent(leftAt, "leftAt")
    try container.writeIfPresent(profile, "profile")
    try container.writeIfPresent(joinLinkId, "joinLinkId")
    try container.writeIfPresent(inviter, "inviter")
    try container.writeIfPresent(coachId, "coachId")
    try container.writeIfPresent(team, "team")
  }
}
