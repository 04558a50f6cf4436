// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Corrects the inviter's record of a client.
public struct UpdateClientRequest: FunctionRequest, Equatable {
  public typealias Answer = UpdateClientResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("update-client", at: "/update-client", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("UpdateClientRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The client to change.
  @_alwaysEmitIntoClient public var clientId: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// A person's name. It has at least one visible character, and nothing that mail programs turn into a link
  /// (no scheme, no `www.`, no `@`, no dot before a top-level domain at the end of a word). The pattern checks
  /// only a part of this.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 1] }
    set { update { $0[text: 1] = newValue } }
  }

  /// A telephone number.
  @_alwaysEmitIntoClient public var phone: Change<String>? {
    get { json[textChange: 2] }
    set { update { $0[textChange: 2] = newValue } }
  }

  /// The inviter's notes about a client; the client never sees them. Line breaks are allowed.
  @_alwaysEmitIntoClient public var notes: Change<String>? {
    get { json[textChange: 3] }
    set { update { $0[textChange: 3] = newValue } }
  }

  /// A language tag (BCP 47).
  @_alwaysEmitIntoClient public var locale: Change<String>? {
    get { json[textChange: 4] }
    set { update { $0[textChange: 4] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    clientId: String, name: String? = nil, phone: Change<String>? = nil, notes: Change<String>? = nil,
    locale: Change<String>? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = clientId
    json[text: 1] = name
    json[textChange: 2] = phone
    json[textChange: 3] = notes
    json[textChange: 4] = locale
    self.json = json
  }
}

/// The update client result.
public struct UpdateClientResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("UpdateClientResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// An inviter's record of a person. Only the inviter sees `notes`.
  @_alwaysEmitIntoClient public var client: ClientRecord {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(client: ClientRecord) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = client
    self.json = json
  }
}
