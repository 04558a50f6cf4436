// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Stops invitation mail to the address that received the link, with one click (RFC 8058).
public struct UnsubscribeRequest: FunctionRequest {
  /// What `unsubscribe` answers.
  public typealias Answer = UnsubscribeResult

  /// `POST /unsubscribe`. It needs no session.
  public static let function = FunctionCall("unsubscribe", at: "/unsubscribe", for: .anyone)

  /// The token in the link. At most 2048 characters.
  public var token: String

  /// The value that mail clients post.
  public var listUnsubscribe: ListUnsubscribe?

  /// Creates a request. What is nil is not sent.
  public init(token: String, listUnsubscribe: ListUnsubscribe? = nil) {
    self.token = token
    self.listUnsubscribe = listUnsubscribe
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.token = try container.required("token")
    self.listUnsubscribe = try container.optional("List-Unsubscribe")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(token, "token")
    try container.writeIfPresent(listUnsubscribe, "List-Unsubscribe")
  }

  /// The value that mail clients post.
  public struct ListUnsubscribe: OpenEnumeration {
    /// `One-Click`: what mail programs post (RFC 8058).
    public static let oneClick = ListUnsubscribe(rawValue: "One-Click")

    /// The value as the server writes it.
    public let rawValue: String

    /// The value with this text, also if this version of the kit does not know it.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

/// What `unsubscribe` answers to ``UnsubscribeRequest``.
public struct UnsubscribeResult: Codable, Equatable, Sendable {
  /// The text to show the person.
  public var message: String

  /// Creates a value, such as for a test or a preview.
  public init(message: String) {
    self.message = message
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.message = try container.required("message")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(message, "message")
  }
}
