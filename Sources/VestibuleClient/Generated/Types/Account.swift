// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// A person who can sign in. `email` is null if the provider gave none.
public struct Account: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// The email verified.
  public var emailVerified: Bool
  /// The display name.
  public var displayName: String
  /// The role.
  public var role: String
  /// `deleting`: the person has deleted the account and can restore it.
  public var status: AccountStatus
  /// The profile.
  public var profile: [String: JSONValue]
  /// The person's last consent, and the decision of their parent or guardian.
  public var consent: AccountConsent
  /// A timestamp (RFC 3339) in UTC.
  public var createdAt: Date
  /// The email.
  public var email: String?
  /// Folded: in lower case and in the Unicode form NFKC.
  public var username: String?
  /// The photo URL.
  public var photoURL: String?
  /// The phone.
  public var phone: String?
  /// The locale.
  public var locale: String?
  /// What an inviter's invitations show instead of the app's name, color and logo.
  public var branding: Branding?
  /// A timestamp (RFC 3339) in UTC.
  public var lastSignInAt: Date?
  /// The id that the account had in the system from which it was imported.
  public var externalId: String?

  /// Creates the value from its members.
  public init(
    id: String, emailVerified: Bool, displayName: String, role: String, status: AccountStatus,
    profile: [String: JSONValue], consent: AccountConsent, createdAt: Date, email: String? = nil,
    username: String? = nil, photoURL: String? = nil, phone: String? = nil, locale: String? = nil,
    branding: Branding? = nil, lastSignInAt: Date? = nil, externalId: String? = nil
  ) {
    self.id = id
    self.emailVerified = emailVerified
    self.displayName = displayName
    self.role = role
    self.status = status
    self.profile = profile
    self.consent = consent
    self.createdAt = createdAt
    self.email = email
    self.username = username
    self.photoURL = photoURL
    self.phone = phone
    self.locale = locale
    self.branding = branding
    self.lastSignInAt = lastSignInAt
    self.externalId = externalId
  }
}
