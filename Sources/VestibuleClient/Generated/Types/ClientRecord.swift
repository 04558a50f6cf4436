// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// An inviter's record of a person. Only the inviter sees `notes`.
public struct ClientRecord: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// The name.
  public var name: String
  /// The email.
  public var email: String
  /// A timestamp (RFC 3339) in UTC.
  public var createdAt: Date
  /// The phone.
  public var phone: String?
  /// The notes.
  public var notes: String?
  /// The locale.
  public var locale: String?
  /// The account id.
  public var accountId: String?
  /// When the person left the inviter; absent after they accepted again. Only the inviter sees it.
  public var leftAt: Date?
  /// The inviter, where the client sees the record.
  public var inviter: InviterName?

  /// Creates the value from its members.
  public init(
    id: String, name: String, email: String, createdAt: Date, phone: String? = nil, notes: String? = nil,
    locale: String? = nil, accountId: String? = nil, leftAt: Date? = nil, inviter: InviterName? = nil
  ) {
    self.id = id
    self.name = name
    self.email = email
    self.createdAt = createdAt
    self.phone = phone
    self.notes = notes
    self.locale = locale
    self.accountId = accountId
    self.leftAt = leftAt
    self.inviter = inviter
  }
}
