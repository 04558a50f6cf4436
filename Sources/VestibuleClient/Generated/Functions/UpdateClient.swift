// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Corrects the inviter's record of a client.
public struct UpdateClientRequest: FunctionRequest {
  public typealias Answer = UpdateClientResult

  /// The function that answers the request.
  public static let function = FunctionCall("update-client", at: "/update-client", for: .session)

  /// An opaque id.
  public var clientId: String
  /// A person's name. It has at least one visible character, and nothing that mail programs turn into a link
  /// (no scheme, no `www.`, no `@`, no dot before a top-level domain at the end of a word). The pattern checks
  /// only a part of this.
  public var name: String?
  /// A telephone number.
  public var phone: Change<String>?
  /// The inviter's notes about a client; the client never sees them. Line breaks are allowed.
  public var notes: Change<String>?
  /// A language tag (BCP 47).
  public var locale: Change<String>?

  /// Creates the value from its members.
  public init(
    clientId: String, name: String? = nil, phone: Change<String>? = nil, notes: Change<String>? = nil,
    locale: Change<String>? = nil
  ) {
    self.clientId = clientId
    self.name = name
    self.phone = phone
    self.notes = notes
    self.locale = locale
  }
}

/// The update client result.
public struct UpdateClientResult: Codable, Hashable, Sendable {
  /// An inviter's record of a person. Only the inviter sees `notes`.
  public var client: ClientRecord

  /// Creates the value from its members.
  public init(client: ClientRecord) {
    self.client = client
  }
}
