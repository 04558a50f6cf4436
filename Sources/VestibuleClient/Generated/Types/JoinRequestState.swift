// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// A request to join by a link whose inviter has to agree.
public struct JoinRequestState: Codable, Hashable, Identifiable, Sendable {
  /// The id of the request.
  public var id: String

  /// Whether the inviter has answered; `expired` after 30 days.
  public var status: Status

  /// Creates a value, such as for a test or a preview.
  public init(id: String, status: Status) {
    self.id = id
    self.status = status
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.id = try container.required("id")
    self.status = try container.required("status")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(id, "id")
    try container.write(status, "status")
  }

  /// Whether the inviter has answered; `expired` after 30 days.
  public struct Status: OpenEnumeration {
    /// `pending`: the inviter has not answered yet.
    public static let pending = Status(rawValue: "pending")
    /// `approved`: the person has joined.
    public static let approved = Status(rawValue: "approved")
    /// `refused`: the inviter does not want the person to join.
    public static let refused = Status(rawValue: "refused")
    /// `expired`: the inviter has not answered within 30 days.
    public static let expired = Status(rawValue: "expired")

    /// The value as the server writes it.
    public let rawValue: String

    /// The value with this text, also if this version of the kit does not know it.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}
