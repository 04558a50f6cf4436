// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Who invites.
public struct InviterName: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("InviterName") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the inviter's account.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The name that others see.
  @_alwaysEmitIntoClient public var displayName: String {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(id: String, displayName: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[text: 1] = displayName
    self.json = json
  }
}
