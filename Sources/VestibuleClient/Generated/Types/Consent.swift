// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The person's consent to the terms, and the address of their parent or guardian. Without `version` the person
/// agrees to no terms, such as where the policy has none.
public struct Consent: Codable, Equatable, Sendable {
  /// The version of the terms that the person agrees to. At most 64 characters.
  public var version: String?

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to map
  /// its domain to ASCII. At most 254 characters.
  public var guardianEmail: String?

  /// Creates a value, such as for a test or a preview.
  public init(version: String? = nil, guardianEmail: String? = nil) {
    self.version = version
    self.guardianEmail = guardianEmail
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.version = try container.optional("version")
    self.guardianEmail = try container.optional("guardianEmail")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(version, "version")
    try container.writeIfPresent(guardianEmail, "guardianEmail")
  }
}
