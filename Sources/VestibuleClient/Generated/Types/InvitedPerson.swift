// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Who is invited.
public struct InvitedPerson: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("InvitedPerson") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The person's name, as the inviter wrote it.
  @_alwaysEmitIntoClient public var name: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(name: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = name
    self.json = json
  }
}
