// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// An address of the account.
public struct AccountAddress: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AccountAddress") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The address.
  @_alwaysEmitIntoClient public var email: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Whether mails go to this address.
  @_alwaysEmitIntoClient public var primary: Bool {
    get { json[flag: 1] }
    set { update { $0[flag: 1] = newValue } }
  }

  /// When the person proved that the address is theirs; absent if they have not yet.
  @_alwaysEmitIntoClient public var provenAt: Date? {
    get { json[date: 2] }
    set { update { $0[date: 2] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(email: String, primary: Bool, provenAt: Date? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = email
    json[flag: 1] = primary
    json[date: 2] = provenAt
    self.json = json
  }
}
