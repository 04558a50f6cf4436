// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// What an inviter's invitations show instead of the app's name, color and logo.
public struct Branding: Codable, Hashable, Sendable {
  /// The name that takes the place of the app's name; nil for the app's.
  public var name: String?

  /// The color of buttons and links, such as `#0a7d5a`; nil for the app's.
  public var color: String?

  /// The https URL of the logo; nil for the app's.
  public var logoURL: String?

  /// Creates a value, such as for a test or a preview.
  public init(name: String? = nil, color: String? = nil, logoURL: String? = nil) {
    self.name = name
    self.color = color
    self.logoURL = logoURL
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.name = try container.optional("name")
    self.color = try container.optional("color")
    self.logoURL = try container.optional("logoURL")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(name, "name")
    try container.writeIfPresent(color, "color")
    try container.writeIfPresent(logoURL, "logoURL")
  }
}
