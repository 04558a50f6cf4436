// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Corrects the inviter's record of a client.
public struct UpdateClientRequest: FunctionRequest {
  /// What `update-client` answers.
  public typealias Answer = UpdateClientResult

  /// `POST /update-client`. It needs a session.
  public static let function = FunctionCall("update-client", at: "/update-client", for: .session)

  /// The client to change. At most 64 characters.
  public var clientId: String

  /// A person's name. It has at least one visible character, and nothing that mail programs turn into a link (no
  /// scheme, no `www.`, no `@`, no dot before a top-level domain at the end of a word). At most 200 characters.
  public var name: String?

  /// A telephone number. 3 to 32 characters. `.remove` removes it; nil keeps it.
  public var phone: Change<String>?

  /// The inviter's notes about a client; the client never sees them. Line breaks are allowed. At most 4000
  /// characters. `.remove` removes it; nil keeps it.
  public var notes: Change<String>?

  /// A language tag (BCP 47). At most 35 characters. `.remove` removes it; nil keeps it.
  public var locale: Change<String>?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// The account of the team's member who is responsible for the client; nil for nobody. Only with `teams` of the
  /// policy. At most 64 characters. `.remove` removes it; nil keeps it.
  public var coachId: Change<String>?

  /// Creates a request. What is nil is not changed.
  public init(
    clientId: String, name: String? = nil, phone: Change<String>? = nil, notes: Change<String>? = nil,
    locale: Change<String>? = nil, teamId: String? = nil, coachId: Change<String>? = nil
  ) {
    self.clientId = clientId
    self.name = name
    self.phone = phone
    self.notes = notes
    self.locale = locale
    self.teamId = teamId
    self.coachId = coachId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.clientId = try container.required("clientId")
    self.name = try container.optional("name")
    self.phone = try container.optional("phone")
    self.notes = try container.optional("notes")
    self.locale = try container.optional("locale")
    self.teamId = try container.optional("teamId")
    self.coachId = try container.optional("coachId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(clientId, "clientId")
    try container.writeIfPresent(name, "name")
    try container.writeIfPresent(phone, "phone")
    try container.writeIfPresent(notes, "notes")
    try container.writeIfPresent(locale, "locale")
    try container.writeIfPresent(teamId, "teamId")
    try container.writeIfPresent(coachId, "coachId")
  }
}

/// What `update-client` answers to ``UpdateClientRequest``.
public struct UpdateClientResult: Codable, Equatable, Sendable {
  /// An inviter's record of a person. Only the inviter sees `notes` and `profile`.
  public var client: ClientRecord

  /// Creates a value, such as for a test or a preview.
  public init(client: ClientRecord) {
    self.client = client
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.client = try container.required("client")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(client, "client")
  }
}
