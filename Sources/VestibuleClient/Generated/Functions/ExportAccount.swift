// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Returns all data of the account, as one object.
public struct ExportAccountRequest: FunctionRequest {
  public typealias Answer = ExportAccountResult

  /// The function that answers the request.
  public static let function = FunctionCall("export-account", at: "/export-account", for: .session)

  /// A request without members.
  public init() {}
}

/// The export account result.
public struct ExportAccountResult: Codable, Hashable, Sendable {
  /// The account, with what only its owner sees.
  public var account: ExportAccountResultAccount
  /// The identities.
  public var identities: [ExportAccountResultIdentity]
  /// The sessions.
  public var sessions: [ExportAccountResultSession]
  /// The factors.
  public var factors: [ExportAccountResultFactor]
  /// The consents.
  public var consents: [ExportAccountResultConsent]
  /// The inviters' records of the person, without notes.
  public var clients: [ClientRecord]
  /// An inviter's export also has those of its clients.
  public var workouts: [Workout]
  /// Invitations to the person.
  public var invitations: [ExportAccountResultInvitation]
  /// Mails and text messages to the person, without their content.
  public var messages: [ExportAccountResultMessage]
  /// The devices.
  public var devices: [ExportAccountResultDevice]
  /// The audit.
  public var audit: [ExportAccountResultAuditItem]
  /// The lists that have more entries than the export contains.
  public var truncated: [String]
  /// Only of an inviter: its clients, with notes.
  public var ownClients: [ClientRecord]?

  /// Creates the value from its members.
  public init(
    account: ExportAccountResultAccount, identities: [ExportAccountResultIdentity],
    sessions: [ExportAccountResultSession], factors: [ExportAccountResultFactor],
    consents: [ExportAccountResultConsent], clients: [ClientRecord], workouts: [Workout],
    invitations: [ExportAccountResultInvitation], messages: [ExportAccountResultMessage],
    devices: [ExportAccountResultDevice], audit: [ExportAccountResultAuditItem], truncated: [String],
    ownClients: [ClientRecord]? = nil
  ) {
    self.account = account
    self.identities = identities
    self.sessions = sessions
    self.factors = factors
    self.consents = consents
    self.clients = clients
    self.workouts = workouts
    self.invitations = invitations
    self.messages = messages
    self.devices = devices
    self.audit = audit
    self.truncated = truncated
    self.ownClients = ownClients
  }
}

/// The account, with what only its owner sees.
public struct ExportAccountResultAccount: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// The email verified.
  public var emailVerified: Bool
  /// The display name.
  public var displayName: String
  /// The role.
  public var role: String
  /// `deleting`: the person has deleted the account and can restore it.
  public var status: AccountStatus
  /// The profile.
  public var profile: [String: JSONValue]
  /// The person's last consent, and the decision of their parent or guardian.
  public var consent: ExportAccountResultAccountConsent
  /// A timestamp (RFC 3339) in UTC.
  public var createdAt: Date
  /// The email.
  public var email: String?
  /// The photo URL.
  public var photoURL: String?
  /// The phone.
  public var phone: String?
  /// The locale.
  public var locale: String?
  /// A timestamp (RFC 3339) in UTC.
  public var lastSignInAt: Date?
  /// The birth date.
  public var birthDate: String?
  /// A timestamp (RFC 3339) in UTC.
  public var updatedAt: Date?
  /// A timestamp (RFC 3339) in UTC.
  public var passwordChangedAt: Date?
  /// A timestamp (RFC 3339) in UTC.
  public var deletesAt: Date?
  /// The sources that the account was imported from.
  public var importedFrom: [ExportAccountResultAccountImportedFromItem]?
  /// Why the address gets no unsolicited mail.
  public var suppression: ExportAccountResultAccountSuppression?

  /// Creates the value from its members.
  public init(
    id: String, emailVerified: Bool, displayName: String, role: String, status: AccountStatus,
    profile: [String: JSONValue], consent: ExportAccountResultAccountConsent, createdAt: Date, email: String? = nil,
    photoURL: String? = nil, phone: String? = nil, locale: String? = nil, lastSignInAt: Date? = nil,
    birthDate: String? = nil, updatedAt: Date? = nil, passwordChangedAt: Date? = nil, deletesAt: Date? = nil,
    importedFrom: [ExportAccountResultAccountImportedFromItem]? = nil,
    suppression: ExportAccountResultAccountSuppression? = nil
  ) {
    self.id = id
    self.emailVerified = emailVerified
    self.displayName = displayName
    self.role = role
    self.status = status
    self.profile = profile
    self.consent = consent
    self.createdAt = createdAt
    self.email = email
    self.photoURL = photoURL
    self.phone = phone
    self.locale = locale
    self.lastSignInAt = lastSignInAt
    self.birthDate = birthDate
    self.updatedAt = updatedAt
    self.passwordChangedAt = passwordChangedAt
    self.deletesAt = deletesAt
    self.importedFrom = importedFrom
    self.suppression = suppression
  }
}

/// The export account result identity.
public struct ExportAccountResultIdentity: Codable, Hashable, Sendable {
  /// The provider.
  public var provider: String
  /// The issuer.
  public var issuer: String
  /// The subject.
  public var subject: String
  /// A timestamp (RFC 3339) in UTC.
  public var createdAt: Date
  /// A timestamp (RFC 3339) in UTC.
  public var usedAt: Date?

  /// Creates the value from its members.
  public init(provider: String, issuer: String, subject: String, createdAt: Date, usedAt: Date? = nil) {
    self.provider = provider
    self.issuer = issuer
    self.subject = subject
    self.createdAt = createdAt
    self.usedAt = usedAt
  }
}

/// The export account result session.
public struct ExportAccountResultSession: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// A timestamp (RFC 3339) in UTC.
  public var createdAt: Date
  /// A timestamp (RFC 3339) in UTC.
  public var lastUsedAt: Date
  /// A timestamp (RFC 3339) in UTC.
  public var expiresAt: Date
  /// A timestamp (RFC 3339) in UTC.
  public var endsAt: Date
  /// The device.
  public var device: SessionDevice?
  /// The address.
  public var address: String?
  /// The country.
  public var country: String?
  /// A timestamp (RFC 3339) in UTC.
  public var authenticatedAt: Date?
  /// A timestamp (RFC 3339) in UTC.
  public var factorAt: Date?
  /// A timestamp (RFC 3339) in UTC.
  public var endedAt: Date?
  /// The end reason.
  public var endReason: String?

  /// Creates the value from its members.
  public init(
    id: String, createdAt: Date, lastUsedAt: Date, expiresAt: Date, endsAt: Date, device: SessionDevice? = nil,
    address: String? = nil, country: String? = nil, authenticatedAt: Date? = nil, factorAt: Date? = nil,
    endedAt: Date? = nil, endReason: String? = nil
  ) {
    self.id = id
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.expiresAt = expiresAt
    self.endsAt = endsAt
    self.device = device
    self.address = address
    self.country = country
    self.authenticatedAt = authenticatedAt
    self.factorAt = factorAt
    self.endedAt = endedAt
    self.endReason = endReason
  }
}

/// The export account result factor.
public struct ExportAccountResultFactor: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// The type.
  public var type: String
  /// A timestamp (RFC 3339) in UTC.
  public var createdAt: Date
  /// The name.
  public var name: String?
  /// A timestamp (RFC 3339) in UTC.
  public var confirmedAt: Date?
  /// A timestamp (RFC 3339) in UTC.
  public var lastUsedAt: Date?

  /// Creates the value from its members.
  public init(
    id: String, type: String, createdAt: Date, name: String? = nil, confirmedAt: Date? = nil, lastUsedAt: Date? = nil
  ) {
    self.id = id
    self.type = type
    self.createdAt = createdAt
    self.name = name
    self.confirmedAt = confirmedAt
    self.lastUsedAt = lastUsedAt
  }
}

/// The export account result consent.
public struct ExportAccountResultConsent: Codable, Hashable, Sendable {
  /// The version.
  public var version: String
  /// A timestamp (RFC 3339) in UTC.
  public var givenAt: Date
  /// The birth date.
  public var birthDate: String?
  /// The guardian email.
  public var guardianEmail: String?

  /// Creates the value from its members.
  public init(version: String, givenAt: Date, birthDate: String? = nil, guardianEmail: String? = nil) {
    self.version = version
    self.givenAt = givenAt
    self.birthDate = birthDate
    self.guardianEmail = guardianEmail
  }
}

/// The export account result invitation.
public struct ExportAccountResultInvitation: Codable, Hashable, Sendable {
  /// The id.
  public var id: String
  /// The client id.
  public var clientId: String
  /// The email.
  public var email: String
  /// As stored: an invitation that has expired is `pending` until `expire-invitations` marks it.
  public var status: InvitationStatus
  /// How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text
  /// message.
  public var channel: InvitationChannel
  /// A timestamp (RFC 3339) in UTC.
  public var sentAt: Date
  /// A timestamp (RFC 3339) in UTC.
  public var expiresAt: Date
  /// The resend count.
  public var resendCount: Int
  /// The state of the invitation's mail or text message; absent with the channel `link`.
  public var delivery: InvitationDelivery?
  /// The role of the account that accepts; absent for the invitee's.
  public var role: String?
  /// A timestamp (RFC 3339) in UTC.
  public var acceptedAt: Date?

  /// Creates the value from its members.
  public init(
    id: String, clientId: String, email: String, status: InvitationStatus, channel: InvitationChannel, sentAt: Date,
    expiresAt: Date, resendCount: Int, delivery: InvitationDelivery? = nil, role: String? = nil, acceptedAt: Date? = nil
  ) {
    self.id = id
    self.clientId = clientId
    self.email = email
    self.status = status
    self.channel = channel
    self.sentAt = sentAt
    self.expiresAt = expiresAt
    self.resendCount = resendCount
    self.delivery = delivery
    self.role = role
    self.acceptedAt = acceptedAt
  }
}
