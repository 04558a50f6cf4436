// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Corrects the inviter's record of a client.
public struct UpdateClientRequest: FunctionRequest {
  public typealias Answer = UpdateClientResult

  /// The function that answers the request.
  public static let function = FunctionCall("update-client", at: "/update-client", for: .session)

  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("UpdateClientRequest") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// An opaque id.
  @_alwaysEmitIntoClient public var clientId: String {
    get { json[text: 0] }
    set { json[text: 0] = newValue }
  }

  /// A person's name. It has at least one visible character, and nothing that mail programs turn into a link
  /// (no scheme, no `www.`, no `@`, no dot before a top-level domain at the end of a word). The pattern checks
  /// only a part of this.
  @_alwaysEmitIntoClient public var name: String? {
    get { json[text: 1] }
    set { json[text: 1] = newValue }
  }

  /// A telephone number.
  @_alwaysEmitIntoClient public var phone: Change<String>? {
    get { json[textChange: 2] }
    set { json[textChange: 2] = newValue }
  }

  /// The inviter's notes about a client; the client never sees them. Line breaks are allowed.
  @_alwaysEmitIntoClient public var notes: Change<String>? {
    get { json[textChange: 3] }
    set { json[textChange: 3] = newValue }
  }

  /// A language tag (BCP 47).
  @_alwaysEmitIntoClient public var locale: Change<String>? {
    get { json[textChange: 4] }
    set { json[textChange: 4] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    clientId: String, name: String? = nil, phone: Change<String>? = nil, notes: Change<String>? = nil,
    locale: Change<String>? = nil
  ) {
    json = JSONMembers(Self.shape)
    self.clientId = clientId
    self.name = name
    self.phone = phone
    self.notes = notes
    self.locale = locale
  }
}

/// The update client result.
public struct UpdateClientResult: JSONObject {
  /// The names and types of the members.
  public static var shape: JSONShape { JSONShape("UpdateClientResult") }

  /// The values of the members.
  public var json: JSONMembers

  /// The object with these members.
  public init(json: JSONMembers) { self.json = json }

  /// An inviter's record of a person. Only the inviter sees `notes`.
  @_alwaysEmitIntoClient public var client: ClientRecord {
    get { json[object: 0] }
    set { json[object: 0] = newValue }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(client: ClientRecord) {
    json = JSONMembers(Self.shape)
    self.client = client
  }
}
