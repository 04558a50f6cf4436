// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// The person's last consent, and the decision of their parent or guardian.
public struct AccountConsent: Codable, Hashable, Sendable {
  /// The guardian.
  public var guardian: AccountConsentGuardian
  /// The version.
  public var version: String?
  /// A timestamp (RFC 3339) in UTC.
  public var agreedAt: Date?

  /// Creates the value from its members.
  public init(guardian: AccountConsentGuardian, version: String? = nil, agreedAt: Date? = nil) {
    self.guardian = guardian
    self.version = version
    self.agreedAt = agreedAt
  }
}
