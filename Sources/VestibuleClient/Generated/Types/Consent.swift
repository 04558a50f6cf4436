// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The person's consent to the terms, and the address of their parent or guardian.
public struct Consent: Codable, Hashable, Sendable {
  /// The version of the terms that the person agrees to.
  public var version: String
  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  public var guardianEmail: String?

  /// Creates the value from its members.
  public init(version: String, guardianEmail: String? = nil) {
    self.version = version
    self.guardianEmail = guardianEmail
  }
}
