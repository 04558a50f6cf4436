// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Returns all data of the account, as one object.
public struct ExportAccountRequest: FunctionRequest, Equatable {
  public typealias Answer = ExportAccountResult

  /// The function that answers the request.
  @_alwaysEmitIntoClient public static var function: FunctionCall {
    FunctionCall("export-account", at: "/export-account", for: .session)
  }

  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountRequest") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// A request without members.
  public init() { json = JSONMembers(Self.shape) }
}

/// The export account result.
public struct ExportAccountResult: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResult") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The account, with what only its owner sees.
  @_alwaysEmitIntoClient public var account: ExportAccountResultAccount {
    get { json[object: 0] }
    set { update { $0[object: 0] = newValue } }
  }

  /// The identities at providers with which the person has signed in.
  @_alwaysEmitIntoClient public var identities: [ExportAccountResultIdentity] {
    get { json[objects: 1] }
    set { update { $0[objects: 1] = newValue } }
  }

  /// The sessions, also ended ones as long as they are kept.
  @_alwaysEmitIntoClient public var sessions: [ExportAccountResultSession] {
    get { json[objects: 2] }
    set { update { $0[objects: 2] = newValue } }
  }

  /// The second factors, without their secrets.
  @_alwaysEmitIntoClient public var factors: [ExportAccountResultFactor] {
    get { json[objects: 3] }
    set { update { $0[objects: 3] = newValue } }
  }

  /// Each consent that the person has given.
  @_alwaysEmitIntoClient public var consents: [ExportAccountResultConsent] {
    get { json[objects: 4] }
    set { update { $0[objects: 4] = newValue } }
  }

  /// The inviters' records of the person, without notes.
  @_alwaysEmitIntoClient public var clients: [ClientRecord] {
    get { json[objects: 5] }
    set { update { $0[objects: 5] = newValue } }
  }

  /// An inviter's export also has those of its clients.
  @_alwaysEmitIntoClient public var workouts: [Workout] {
    get { json[objects: 6] }
    set { update { $0[objects: 6] = newValue } }
  }

  /// Invitations to the person.
  @_alwaysEmitIntoClient public var invitations: [ExportAccountResultInvitation] {
    get { json[objects: 7] }
    set { update { $0[objects: 7] = newValue } }
  }

  /// Mails and text messages to the person, without their content.
  @_alwaysEmitIntoClient public var messages: [ExportAccountResultMessage] {
    get { json[objects: 8] }
    set { update { $0[objects: 8] = newValue } }
  }

  /// The devices from which the person has signed in.
  @_alwaysEmitIntoClient public var devices: [ExportAccountResultDevice] {
    get { json[objects: 9] }
    set { update { $0[objects: 9] = newValue } }
  }

  /// What the audit log says about the account.
  @_alwaysEmitIntoClient public var audit: [ExportAccountResultAuditItem] {
    get { json[objects: 10] }
    set { update { $0[objects: 10] = newValue } }
  }

  /// The lists that have more entries than the export contains.
  @_alwaysEmitIntoClient public var truncated: [String] {
    get { json[texts: 11] }
    set { update { $0[texts: 11] = newValue } }
  }

  /// Only of an inviter: its clients, with notes; absent for others.
  @_alwaysEmitIntoClient public var ownClients: [ClientRecord]? {
    get { json[objects: 12] }
    set { update { $0[objects: 12] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    account: ExportAccountResultAccount, identities: [ExportAccountResultIdentity],
    sessions: [ExportAccountResultSession], factors: [ExportAccountResultFactor],
    consents: [ExportAccountResultConsent], clients: [ClientRecord], workouts: [Workout],
    invitations: [ExportAccountResultInvitation], messages: [ExportAccountResultMessage],
    devices: [ExportAccountResultDevice], audit: [ExportAccountResultAuditItem], truncated: [String],
    ownClients: [ClientRecord]? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[object: 0] = account
    json[objects: 1] = identities
    json[objects: 2] = sessions
    json[objects: 3] = factors
    json[objects: 4] = consents
    json[objects: 5] = clients
    json[objects: 6] = workouts
    json[objects: 7] = invitations
    json[objects: 8] = messages
    json[objects: 9] = devices
    json[objects: 10] = audit
    json[texts: 11] = truncated
    json[objects: 12] = ownClients
    self.json = json
  }
}
