// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The invited person.
public struct InvitedPerson: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("InvitedPerson") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The name.
  @_alwaysEmitIntoClient public var name: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(name: String) {
    json = JSONMembers(Self.shape)
    self.name = name
  }
}
