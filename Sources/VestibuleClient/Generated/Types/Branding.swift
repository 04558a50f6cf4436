// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// What an inviter's invitations show instead of the app's name, color and logo.
public struct Branding: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("Branding") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The name that takes the place of the app's name; absent for the app's.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The color of buttons and links, such as `#0a7d5a`; absent for the app's.
  @_alwaysEmitIntoClient public var color: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// The https URL of the logo; absent for the app's.
  @_alwaysEmitIntoClient public var logoURL: String? {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(name: String? = nil, color: String? = nil, logoURL: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = name
    json[text: 1] = color
    json[text: 2] = logoURL
    self.json = json
  }
}
