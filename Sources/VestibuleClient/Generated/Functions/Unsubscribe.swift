// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Stops invitation mail to the address that received the link, with one click (RFC 8058).
public struct UnsubscribeRequest: FunctionRequest, Equatable {
  public typealias Answer = UnsubscribeResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("unsubscribe", at: "/unsubscribe", for: .everyone)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("UnsubscribeRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The token in the link.
  @_alwaysEmitIntoClient public var token: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The value that mail clients post.
  @_alwaysEmitIntoClient public var listUnsubscribe: UnsubscribeRequestListUnsubscribe? {
    get { json[choice: 1] }
    set { update { $0[choice: 1] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(token: String, listUnsubscribe: UnsubscribeRequestListUnsubscribe? = nil) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = token
    json[choice: 1] = listUnsubscribe
    self.json = json
  }
}

/// The unsubscribe result.
public struct UnsubscribeResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("UnsubscribeResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The text to show the person.
  @_alwaysEmitIntoClient public var message: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(message: String) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = message
    self.json = json
  }
}

/// The value that mail clients post.
public struct UnsubscribeRequestListUnsubscribe: OpenEnumeration, Hashable {
  /// `One-Click`
  @_alwaysEmitIntoClient public static var oneClick: UnsubscribeRequestListUnsubscribe {
    UnsubscribeRequestListUnsubscribe(rawValue: "One-Click")
  }

  /// The text of the value.
  public var rawValue: String { text.value }
  private let text: EnumerationText

  /// The value with this text.
  public init(rawValue: String) { text = EnumerationText(rawValue) }
}
