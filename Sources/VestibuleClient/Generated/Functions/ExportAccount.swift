// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

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

  /// The identities.
  @_alwaysEmitIntoClient public var identities: [ExportAccountResultIdentity] {
    get { json[objects: 1] }
    set { update { $0[objects: 1] = newValue } }
  }

  /// The sessions.
  @_alwaysEmitIntoClient public var sessions: [ExportAccountResultSession] {
    get { json[objects: 2] }
    set { update { $0[objects: 2] = newValue } }
  }

  /// The factors.
  @_alwaysEmitIntoClient public var factors: [ExportAccountResultFactor] {
    get { json[objects: 3] }
    set { update { $0[objects: 3] = newValue } }
  }

  /// The consents.
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

  /// The devices.
  @_alwaysEmitIntoClient public var devices: [ExportAccountResultDevice] {
    get { json[objects: 9] }
    set { update { $0[objects: 9] = newValue } }
  }

  /// The audit.
  @_alwaysEmitIntoClient public var audit: [ExportAccountResultAuditItem] {
    get { json[objects: 10] }
    set { update { $0[objects: 10] = newValue } }
  }

  /// The lists that have more entries than the export contains.
  @_alwaysEmitIntoClient public var truncated: [String] {
    get { json[texts: 11] }
    set { update { $0[texts: 11] = newValue } }
  }

  /// Only of an inviter: its clients, with notes.
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

/// The account, with what only its owner sees.
public struct ExportAccountResultAccount: JSONObject, Equatable {
  /// The names and types of the members.
  @_alwaysEmitIntoClient public static var shape: JSONShape { JSONShape("ExportAccountResultAccount") }

  /// The values of the members.
  public let json: JSONMembers

  /// The object with these members.
  @_alwaysEmitIntoClient public init(json: JSONMembers) { self.json = json }

  /// The id.
  @_alwaysEmitIntoClient public var id: String {
    get { json[text: 0] }
    set { update { $0[text: 0] = newValue } }
  }

  /// The email verified.
  @_alwaysEmitIntoClient public var emailVerified: Bool {
    get { json[flag: 1] }
    set { update { $0[flag: 1] = newValue } }
  }

  /// The display name.
  @_alwaysEmitIntoClient public var displayName: String {
    get { json[text: 2] }
    set { update { $0[text: 2] = newValue } }
  }

  /// The role.
  @_alwaysEmitIntoClient public var role: String {
    get { json[text: 3] }
    set { update { $0[text: 3] = newValue } }
  }

  /// `deleting`: the person has deleted the account and can restore it.
  @_alwaysEmitIntoClient public var status: AccountStatus {
    get { json[choice: 4] }
    set { update { $0[choice: 4] = newValue } }
  }

  /// The profile.
  @_alwaysEmitIntoClient public var profile: [String: JSONValue] {
    get { json[values: 5] }
    set { update { $0[values: 5] = newValue } }
  }

  /// The person's last consent, and the decision of their parent or guardian.
  @_alwaysEmitIntoClient public var consent: ExportAccountResultAccountConsent {
    get { json[object: 6] }
    set { update { $0[object: 6] = newValue } }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var createdAt: Date {
    get { json[date: 7] }
    set { update { $0[date: 7] = newValue } }
  }

  /// The email.
  @_alwaysEmitIntoClient public var email: String? {
    get { json[text: 8] }
    set { update { $0[text: 8] = newValue } }
  }

  /// The photo URL.
  @_alwaysEmitIntoClient public var photoURL: String? {
    get { json[text: 9] }
    set { update { $0[text: 9] = newValue } }
  }

  /// The phone.
  @_alwaysEmitIntoClient public var phone: String? {
    get { json[text: 10] }
    set { update { $0[text: 10] = newValue } }
  }

  /// The locale.
  @_alwaysEmitIntoClient public var locale: String? {
    get { json[text: 11] }
    set { update { $0[text: 11] = newValue } }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var lastSignInAt: Date? {
    get { json[date: 12] }
    set { update { $0[date: 12] = newValue } }
  }

  /// The birth date.
  @_alwaysEmitIntoClient public var birthDate: String? {
    get { json[text: 13] }
    set { update { $0[text: 13] = newValue } }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var updatedAt: Date? {
    get { json[date: 14] }
    set { update { $0[date: 14] = newValue } }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var passwordChangedAt: Date? {
    get { json[date: 15] }
    set { update { $0[date: 15] = newValue } }
  }

  /// A timestamp (RFC 3339) in UTC.
  @_alwaysEmitIntoClient public var deletesAt: Date? {
    get { json[date: 16] }
    set { update { $0[date: 16] = newValue } }
  }

  /// The sources that the account was imported from.
  @_alwaysEmitIntoClient public var importedFrom: [ExportAccountResultAccountImportedFromItem]? {
    get { json[objects: 17] }
    set { update { $0[objects: 17] = newValue } }
  }

  /// Why the address gets no unsolicited mail.
  @_alwaysEmitIntoClient public var suppression: ExportAccountResultAccountSuppression? {
    get { json[object: 18] }
    set { update { $0[object: 18] = newValue } }
  }

  /// Creates the value from its members.
  @_alwaysEmitIntoClient public init(
    id: String, emailVerified: Bool, displayName: String, role: String, status: AccountStatus,
    profile: [String: JSONValue], consent: ExportAccountResultAccountConsent, createdAt: Date, email: String? = nil,
    photoURL: String? = nil, phone: String? = nil, locale: String? = nil, lastSignInAt: Date? = nil,
    birthDate: String? = nil, updatedAt: Date? = nil, passwordChangedAt: Date? = nil, deletesAt: Date? = nil,
    importedFrom: [ExportAccountResultAccountImportedFromItem]? = nil,
    suppression: ExportAccountResultAccountSuppression? = nil
  ) {
    var json = JSONMembers(Self.shape)
    json[text: 0] = id
    json[flag: 1] = emailVerified
    json[text: 2] = displayName
    json[text: 3] = role
    json[choice: 4] = status
    json[values: 5] = profile
    json[object: 6] = consent
    json[date: 7] = createdAt
    json[text: 8] = email
    json[text: 9] = photoURL
    json[text: 10] = phone
    json[text: 11] = locale
    json[date: 12] = lastSignInAt
    json[text: 13] = birthDate
    json[date: 14] = updatedAt
    json[date: 15] = passwordChangedAt
    json[date: 16] = deletesAt
    json[objects: 17] = importedFrom
    json[object: 18] = suppression
    self.json = json
  }
}
