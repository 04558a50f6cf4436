// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// A link by which any number of people become clients.
public struct JoinLink: Codable, Hashable, Identifiable, Sendable {
  /// The id of the link, which other functions call `joinLinkId`.
  public var id: String

  /// The link to pass on.
  public var link: String

  /// A code that people can type instead of opening the link, such as `7K3M-Q9XA`.
  public var shortCode: String

  /// The link as a QR code: an SVG document.
  public var qr: String

  /// Whether people can join: `closed` by the inviter, `expired`, or `full` if all places are taken.
  public var status: Status

  /// How many people have joined by it.
  public var uses: Int

  /// When it ends: at noon UTC of the day after its last day.
  public var expiresAt: Date

  /// Whether the inviter has to agree to each person.
  public var approval: Bool

  /// When it was made.
  public var createdAt: Date

  /// What the inviter calls it, which people see; nil if it has none.
  public var name: String?

  /// The inviter's own note, which nobody else sees; nil if there is none.
  public var note: String?

  /// How many people can join; nil for any number.
  public var maxUses: Int?

  /// The domains whose addresses may join; nil for all.
  public var allowedDomains: [String]?

  /// The fields that the accounts get which join; nil if there are none.
  public var profile: [String: JSONValue]?

  /// Creates a value, such as for a test or a preview.
  public init(
    id: String, link: String, shortCode: String, qr: String, status: Status, uses: Int, expiresAt: Date, approval: Bool,
    createdAt: Date, name: String? = nil, note: String? = nil, maxUses: Int? = nil, allowedDomains: [String]? = nil,
    profile: [String: JSONValue]? = nil
  ) {
    self.id = id
    self.link = link
    self.shortCode = shortCode
    self.qr = qr
    self.status = status
    self.uses = uses
    self.expiresAt = expiresAt
    self.approval = approval
    self.createdAt = createdAt
    self.name = name
    self.note = note
    self.maxUses = maxUses
    self.allowedDomains = allowedDomains
    self.profile = profile
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.id = try container.required("id")
    self.link = try container.required("link")
    self.shortCode = try container.required("shortCode")
    self.qr = try container.required("qr")
    self.status = try container.required("status")
    self.uses = try container.required("uses")
    self.expiresAt = try container.required("expiresAt")
    self.approval = try container.required("approval")
    self.createdAt = try container.required("createdAt")
    self.name = try container.optional("name")
    self.note = try container.optional("note")
    self.maxUses = try container.optional("maxUses")
    self.allowedDomains = try container.optional("allowedDomains")
    self.profile = try container.optional("profile")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(id, "id")
    try container.write(link, "link")
    try container.write(shortCode, "shortCode")
    try container.write(qr, "qr")
    try container.write(status, "status")
    try container.write(uses, "uses")
    try container.write(expiresAt, "expiresAt")
    try container.write(approval, "approval")
    try container.write(createdAt, "createdAt")
    try container.writeIfPresent(name, "name")
    try container.writeIfPresent(note, "note")
    try container.writeIfPresent(maxUses, "maxUses")
    try container.writeIfPresent(allowedDomains, "allowedDomains")
    try container.writeIfPresent(profile, "profile")
  }

  /// Whether people can join: `closed` by the inviter, `expired`, or `full` if all places are taken.
  public struct Status: OpenEnumeration {
    /// `open`: people can join.
    public static let open = Status(rawValue: "open")
    /// `full`: all places are taken.
    public static let full = Status(rawValue: "full")
    /// `closed`: the inviter has closed the link.
    public static let closed = Status(rawValue: "closed")
    /// `expired`: its last day is over.
    public static let expired = Status(rawValue: "expired")

    /// The value as the server writes it.
    public let rawValue: String

    /// The value with this text, also if this version of the kit does not know it.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}
