// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// An inviter who waits for the person's decision.
public struct AccountWaitingInviter: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("AccountWaitingInviter") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id of the inviter's record of the person, for `keepInviters`.
  @_alwaysEmitIntoClient public var clientId: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// An inviter, as its clients see it.
  @_alwaysEmitIntoClient public var inviter: InviterName {
    get { json[object: 1] }
    set { update { $0[object: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(clientId: String, inviter: InviterName) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = clientId
    json[object: 1] = inviter
    self.json = json
  }
}
