// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// The name that Apple returns at the first sign-in; used only for a new account.
public struct IdentityFullName: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("IdentityFullName") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The first name.
  @_alwaysEmitIntoClient public var givenName: String? {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The last name.
  @_alwaysEmitIntoClient public var familyName: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(givenName: String? = nil, familyName: String? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = givenName
    json[text: 1] = familyName
    self.json = json
  }
}
