// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Stops invitation mail to the address that received the link, with one click (RFC 8058).
public struct UnsubscribeRequest: FunctionRequest {
  public typealias Answer = UnsubscribeResult

  /// The function that answers the request.
  public static let function = FunctionCall("unsubscribe", at: "/unsubscribe", for: .everyone)

  /// The token in the link.
  public var token: String
  /// The value that mail clients post.
  public var listUnsubscribe: UnsubscribeRequestListUnsubscribe?

  /// Creates the value from its members.
  public init(token: String, listUnsubscribe: UnsubscribeRequestListUnsubscribe? = nil) {
    self.token = token
    self.listUnsubscribe = listUnsubscribe
  }

  private enum CodingKeys: String, CodingKey {
    case token
    case listUnsubscribe = "List-Unsubscribe"
  }
}

/// The unsubscribe result.
public struct UnsubscribeResult: Codable, Hashable, Sendable {
  /// The message.
  public var message: String

  /// Creates the value from its members.
  public init(message: String) {
    self.message = message
  }
}

/// The value that mail clients post.
public enum UnsubscribeRequestListUnsubscribe: RawRepresentable, Codable, Hashable, Sendable {
  /// `One-Click`
  case oneClick
  /// A value that this version of the kit does not know.
  case other(String)

  /// The value with this text.
  public init(rawValue: String) {
    self =
      switch rawValue {
      case "One-Click": .oneClick
      default: .other(rawValue)
      }
  }

  /// The text of the value.
  public var rawValue: String {
    switch self {
    case .oneClick: "One-Click"
    case .other(let text): text
    }
  }
}
