// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The inviter name.
public struct InviterName: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("InviterName") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// The id.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// The display name.
  @_alwaysEmitIntoClient public var displayName: String {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(id: String, displayName: String) {
    json = JSONMembers(Self.shape)
    self.id = id
    self.displayName = displayName
  }
}
