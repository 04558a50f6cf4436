// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// What an inviter's invitations show instead of the app's name, color and logo.
public struct Branding: Codable, Hashable, Sendable {
  /// The name.
  public var name: String?
  /// The color.
  public var color: String?
  /// The logo URL.
  public var logoURL: String?

  /// Creates the value from its members.
  public init(name: String? = nil, color: String? = nil, logoURL: String? = nil) {
    self.name = name
    self.color = color
    self.logoURL = logoURL
  }
}
