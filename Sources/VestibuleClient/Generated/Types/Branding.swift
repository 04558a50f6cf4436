// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// What an inviter's invitations show instead of the app's name, color and logo.
public struct Branding: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("Branding") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The name.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// The color.
  @_alwaysEmitIntoClient public var color: String? {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// The logo URL.
  @_alwaysEmitIntoClient public var logoURL: String? {
    get { json[text: 2] }
    set { json[text: 2] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(name: String? = nil, color: String? = nil, logoURL: String? = nil) {
    json = JSONMembers(Self.shape)
    self.name = name
    self.color = color
    self.logoURL = logoURL
  }
}
