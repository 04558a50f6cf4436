// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Returns all data of the account, as one object.
public struct ExportAccountRequest: FunctionRequest {
  /// What `export-account` answers.
  public typealias Answer = ExportAccountResult

  /// `POST /export-account`. It needs a session.
  public static let function = FunctionCall("export-account", at: "/export-account", for: .session)

  /// Creates a request.
  public init() {}
}

/// What `export-account` answers to ``ExportAccountRequest``.
public struct ExportAccountResult: Codable, Equatable, Sendable {
  /// The account, with what only its owner sees.
  public var account: Account

  /// The identities at providers with which the person has signed in. At most 10000 entries.
  public var identities: [Identity]

  /// The sessions, also ended ones as long as they are kept. At most 10000 entries.
  public var sessions: [Session]

  /// The second factors, without their secrets. At most 10000 entries.
  public var factors: [Factor]

  /// Each consent that the person has given. At most 10000 entries.
  public var consents: [Consent]

  /// The inviters' records of the person, without notes. At most 10000 entries.
  public var clients: [ClientRecord]

  /// An inviter's export also has those of its clients. At most 10000 entries.
  public var workouts: [Workout]

  /// Invitations to the person. At most 10000 entries.
  public var invitations: [Invitation]

  /// Requests to join by links. At most 10000 entries.
  public var joinRequests: [ExportAccountResultJoinRequest]

  /// Mails and text messages to the person, without their content. At most 10000 entries.
  public var messages: [Message]

  /// The devices from which the person has signed in. At most 10000 entries.
  public var devices: [Device]

  /// What the audit log says about the account. At most 10000 entries.
  public var audit: [AuditEntry]

  /// The lists that have more entries than the export contains. At most 20 entries.
  public var truncated: [String]

  /// Only of an inviter: its clients, with notes; nil for others. At most 10000 entries.
  public var ownClients: [ClientRecord]?

  /// The links by which people join an inviter; nil for others. At most 10000 entries.
  public var joinLinks: [JoinLink]?

  /// The teams that the inviter is in; only for inviters, and with `teams` of the policy. At most 10000 entries.
  public var teams: [Team]?

  /// Creates a value, such as for a test or a preview.
  public init(
    account: Account, identities: [Identity], sessions: [Session], factors: [Factor], consents: [Consent],
    clients: [ClientRecord], workouts: [Workout], invitations: [Invitation],
    joinRequests: [ExportAccountResultJoinRequest], messages: [Message], devices: [Device], audit: [AuditEntry],
    truncated: [String], ownClients: [ClientRecord]? = nil, joinLinks: [JoinLink]? = nil, teams: [Team]? = nil
  ) {
    self.account = account
    self.identities = identities
    self.sessions = sessions
    self.factors = factors
    self.consents = consents
    self.clients = clients
    self.workouts = workouts
    self.invitations = invitations
    self.joinRequests = joinRequests
    self.messages = messages
    self.devices = devices
    self.audit = audit
    self.truncated = truncated
    self.ownClients = ownClients
    self.joinLinks = joinLinks
    self.teams = teams
  }

  /// The account, with what only its owner sees.
  public struct Account: Codable, Hashable, Identifiable, Sendable {
    /// The account's id.
    public var id: String

    /// Whether the person has proven that the address is theirs.
    public var emailVerified: Bool

    /// The name that others see.
    public var displayName: String

    /// The role of the policy that the account has.
    public var role: String

    /// `deleting`: the person has deleted the account and can restore it.
    public var status: VestibuleClient.Account.Status

    /// The app's own fields, by name.
    public var profile: [String: JSONValue]

    /// The person's last consent, and the decision of their parent or guardian.
    public var consent: Consent

    /// When the account was created.
    public var createdAt: Date

    /// The primary address; nil if the provider gave none.
    public var email: String?

    /// The primary address, to which mails go, and the others that were proven. One that is only claimed has no
    /// `provenAt`. Only the owner sees them. At most 10 entries.
    public var addresses: [VestibuleClient.Account.Address]?

    /// The https URL of the person's picture; nil if there is none.
    public var photoURL: String?

    /// The telephone number in the international form (E.164); nil if there is none.
    public var phone: String?

    /// The language of the person's mails (BCP 47); nil for the app's first language.
    public var locale: String?

    /// When the person last signed in; nil if they never have.
    public var lastSignInAt: Date?

    /// The inviters who were linked to the account before the first proof of its address. They wait for
    /// `complete-account {keepInviters}`; nil if none waits. At most 1000 entries.
    public var waitingInviters: [VestibuleClient.Account.WaitingInviter]?

    /// Whether the person has stated a birth date that the policy accepted.
    public var ageVerified: Bool?

    /// The day of birth, such as `2010-05-31`; nil if the person has not stated it.
    public var birthDate: String?

    /// When the account's data last changed.
    public var updatedAt: Date?

    /// When the password was last set; nil if there is none.
    public var passwordChangedAt: Date?

    /// When the account is erased; nil unless the person has deleted it.
    public var deletesAt: Date?

    /// Why the account was closed, if its owner did not ask for it.
    public var closedFor: ClosedFor?

    /// The systems from which the account was imported; nil if it was not. At most 100 entries.
    public var importedFrom: [ImportedFrom]?

    /// Why the address gets no unsolicited mail.
    public var suppression: Suppression?

    /// Creates a value, such as for a test or a preview.
    public init(
      id: String, emailVerified: Bool, displayName: String, role: String, status: VestibuleClient.Account.Status,
      profile: [String: JSONValue], consent: Consent, createdAt: Date, email: String? = nil,
      addresses: [VestibuleClient.Account.Address]? = nil, photoURL: String? = nil, phone: String? = nil,
      locale: String? = nil, lastSignInAt: Date? = nil,
      waitingInviters: [VestibuleClient.Account.WaitingInviter]? = nil, ageVerified: Bool? = nil,
      birthDate: String? = nil, updatedAt: Date? = nil, passwordChangedAt: Date? = nil, deletesAt: Date? = nil,
      closedFor: ClosedFor? = nil, importedFrom: [ImportedFrom]? = nil, suppression: Suppression? = nil
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
      self.addresses = addresses
      self.photoURL = photoURL
      self.phone = phone
      self.locale = locale
      self.lastSignInAt = lastSignInAt
      self.waitingInviters = waitingInviters
      self.ageVerified = ageVerified
      self.birthDate = birthDate
      self.updatedAt = updatedAt
      self.passwordChangedAt = passwordChangedAt
      self.deletesAt = deletesAt
      self.closedFor = closedFor
      self.importedFrom = importedFrom
      self.suppression = suppression
    }

    /// The person's last consent, and the decision of their parent or guardian.
    public struct Consent: Codable, Hashable, Sendable {
      /// Whether a parent or guardian has agreed: `none` if nobody has to, `pending` until they decide, `withdrawn`
      /// if they agreed first and disagree now.
      public var guardian: VestibuleClient.Account.Consent.Guardian

      /// The version of the terms that the person agreed to; nil if they have not agreed to any.
      public var version: String?

      /// When the person agreed to the terms; nil if they have not.
      public var agreedAt: Date?

      /// The address of the parent or guardian; nil if none was asked.
      public var guardianEmail: String?

      /// When the parent or guardian decided; nil if they have not.
      public var guardianAt: Date?

      /// Creates a value, such as for a test or a preview.
      public init(
        guardian: VestibuleClient.Account.Consent.Guardian, version: String? = nil, agreedAt: Date? = nil,
        guardianEmail: String? = nil, guardianAt: Date? = nil
      ) {
        self.guardian = guardian
        self.version = version
        self.agreedAt = agreedAt
        self.guardianEmail = guardianEmail
        self.guardianAt = guardianAt
      }
    }

    /// Why the account was closed, if its owner did not ask for it.
    public struct ClosedFor: OpenEnumeration {
      /// `age`
      public static let age = ClosedFor(rawValue: "age")

      /// The value as the server writes it.
      public let rawValue: String

      /// The value with this text, also if this version of the kit does not know it.
      public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// A system from which the account was imported.
    public struct ImportedFrom: Codable, Hashable, Identifiable, Sendable {
      /// The name of the other system.
      public var source: String

      /// The account's id in the other system.
      public var id: String

      /// Creates a value, such as for a test or a preview.
      public init(source: String, id: String) {
        self.source = source
        self.id = id
      }
    }

    /// Why the address gets no unsolicited mail.
    public struct Suppression: Codable, Hashable, Sendable {
      /// Why mails are not sent to the address: a mail bounced, the person complained or unsubscribed, or turned off
      /// an address of Apple's relay.
      public var reason: Reason

      /// When the address was suppressed.
      public var at: Date

      /// What the mail server or the vendor said; nil if it said nothing.
      public var detail: String?

      /// When the recipient turned off the address of Apple's relay.
      public var disabledAt: Date?

      /// Creates a value, such as for a test or a preview.
      public init(reason: Reason, at: Date, detail: String? = nil, disabledAt: Date? = nil) {
        self.reason = reason
        self.at = at
        self.detail = detail
        self.disabledAt = disabledAt
      }

      /// Why mails are not sent to the address: a mail bounced, the person complained or unsubscribed, or turned off
      /// an address of Apple's relay.
      public struct Reason: OpenEnumeration {
        /// `bounced`
        public static let bounced = Reason(rawValue: "bounced")
        /// `complained`
        public static let complained = Reason(rawValue: "complained")
        /// `unsubscribed`
        public static let unsubscribed = Reason(rawValue: "unsubscribed")
        /// `disabled`
        public static let disabled = Reason(rawValue: "disabled")

        /// The value as the server writes it.
        public let rawValue: String

        /// The value with this text, also if this version of the kit does not know it.
        public init(rawValue: String) { self.rawValue = rawValue }
      }
    }
  }

  /// An identity at a provider, with what the provider said about the person.
  public struct Identity: Codable, Equatable, Sendable {
    /// The provider's name in the policy.
    public var provider: String

    /// The `iss` of the provider's ID tokens.
    public var issuer: String

    /// The person's id at the provider: the `sub` of its ID tokens.
    public var subject: String

    /// Whether the provider says that the address is the person's.
    public var emailVerified: Bool

    /// When it was linked to the account.
    public var linkedAt: Date

    /// The address that the provider gave; nil if it gave none.
    public var email: String?

    /// The name that the provider gave; nil if it gave none.
    public var displayName: String?

    /// The picture that the provider gave; nil if it gave none.
    public var photoURL: String?

    /// When the person last signed in with it; nil if they never have.
    public var usedAt: Date?

    /// When the person ended the connection at the provider; nil if they have not.
    public var endedAt: Date?

    /// Creates a value, such as for a test or a preview.
    public init(
      provider: String, issuer: String, subject: String, emailVerified: Bool, linkedAt: Date, email: String? = nil,
      displayName: String? = nil, photoURL: String? = nil, usedAt: Date? = nil, endedAt: Date? = nil
    ) {
      self.provider = provider
      self.issuer = issuer
      self.subject = subject
      self.emailVerified = emailVerified
      self.linkedAt = linkedAt
      self.email = email
      self.displayName = displayName
      self.photoURL = photoURL
      self.usedAt = usedAt
      self.endedAt = endedAt
    }
  }

  /// A session of the account.
  public struct Session: Codable, Hashable, Identifiable, Sendable {
    /// The id of the session.
    public var id: String

    /// When the person signed in.
    public var createdAt: Date

    /// When its tokens were last refreshed.
    public var lastUsedAt: Date

    /// When it ends if it is not used.
    public var expiresAt: Date

    /// When it ends, also if it is used.
    public var endsAt: Date

    /// The device of the session; nil if the app named none.
    public var device: Device?

    /// The network address of its last use; nil if it is not known.
    public var address: String?

    /// The country of the sign-in (ISO 3166-1); nil if it is not known.
    public var country: String?

    /// When the person last proved who they are.
    public var authenticatedAt: Date?

    /// When the person last passed a second factor; nil if they never have.
    public var factorAt: Date?

    /// When it was ended; nil if it was not.
    public var endedAt: Date?

    /// Why it was ended, such as a sign-out; nil if it was not.
    public var endReason: String?

    /// Creates a value, such as for a test or a preview.
    public init(
      id: String, createdAt: Date, lastUsedAt: Date, expiresAt: Date, endsAt: Date, device: Device? = nil,
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

    /// The device of the session; nil if the app named none.
    public struct Device: Codable, Hashable, Identifiable, Sendable {
      /// The app's own id of the device.
      public var id: String

      /// The kind of the device, such as `ios`; nil if the app did not name it.
      public var platform: String?

      /// What the person calls the device; nil if the app did not name it.
      public var name: String?

      /// The service that delivers push messages to the app on the device, with `pushToken`.
      public var pushService: VestibuleClient.Device.PushService?

      /// Creates a value, such as for a test or a preview.
      public init(
        id: String, platform: String? = nil, name: String? = nil, pushService: VestibuleClient.Device.PushService? = nil
      ) {
        self.id = id
        self.platform = platform
        self.name = name
        self.pushService = pushService
      }
    }
  }

  /// A second factor, without its secret.
  public struct Factor: Codable, Hashable, Identifiable, Sendable {
    /// The id of the factor.
    public var id: String

    /// `totp` for an authenticator app, or `passkey`.
    public var type: String

    /// When the person began to enroll it.
    public var createdAt: Date

    /// The person's name for the factor; nil if they gave none.
    public var name: String?

    /// When the person confirmed it; nil until then.
    public var confirmedAt: Date?

    /// When it was last used; nil if it never was.
    public var lastUsedAt: Date?

    /// Creates a value, such as for a test or a preview.
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

  /// A consent of the person to a version of the terms.
  public struct Consent: Codable, Equatable, Sendable {
    /// The version of the terms that the person agreed to; empty if to none.
    public var version: String

    /// When the person agreed.
    public var givenAt: Date

    /// The day of birth that the person stated, such as `2010-05-31`; nil if none was asked.
    public var birthDate: String?

    /// The address of the parent or guardian that the person named; nil if none was needed.
    public var guardianEmail: String?

    /// Creates a value, such as for a test or a preview.
    public init(version: String, givenAt: Date, birthDate: String? = nil, guardianEmail: String? = nil) {
      self.version = version
      self.givenAt = givenAt
      self.birthDate = birthDate
      self.guardianEmail = guardianEmail
    }
  }

  /// An invitation to the person.
  public struct Invitation: Codable, Hashable, Identifiable, Sendable {
    /// The id of the invitation.
    public var id: String

    /// The id of the inviter's record of the person.
    public var clientId: String

    /// The address that was invited.
    public var email: String

    /// As stored: an invitation that has expired is `pending` until `expire-invitations` marks it.
    public var status: InvitationStatus

    /// How an invitation's code reaches the person: by mail, by a link that the inviter passes on, or as a text
    /// message.
    public var channel: InvitationChannel

    /// When it was last sent.
    public var sentAt: Date

    /// When it ends: at noon UTC of the day after its last day.
    public var expiresAt: Date

    /// How often it was sent again.
    public var resendCount: Int

    /// The state of the invitation's mail or text message; nil with the channel `link`.
    public var delivery: InvitationDelivery?

    /// The role of the account that accepts; nil for the invitee's.
    public var role: String?

    /// When it was accepted; nil if it was not.
    public var acceptedAt: Date?

    /// When the person declined it; nil if it is not declined.
    public var declinedAt: Date?

    /// Why the person declined it, in their own words; nil if they did not say.
    public var declineReason: String?

    /// What the invitation gives to the app; nil if it has none.
    public var data: JSONValue?

    /// Creates a value, such as for a test or a preview.
    public init(
      id: String, clientId: String, email: String, status: InvitationStatus, channel: InvitationChannel, sentAt: Date,
      expiresAt: Date, resendCount: Int, delivery: InvitationDelivery? = nil, role: String? = nil,
      acceptedAt: Date? = nil, declinedAt: Date? = nil, declineReason: String? = nil, data: JSONValue? = nil
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
      self.declinedAt = declinedAt
      self.declineReason = declineReason
      self.data = data
    }
  }

  /// A mail or text message to the person, without its content.
  public struct Message: Codable, Hashable, Identifiable, Sendable {
    /// The id of the message.
    public var id: String

    /// The template.
    public var kind: String

    /// The language of the message (BCP 47).
    public var locale: String

    /// The address or telephone number to which it goes.
    public var recipient: String

    /// The state of a message in the outbox. `leased`: it is being sent; `unknown`: the connection was lost before
    /// the mail server answered.
    public var state: State

    /// When it was queued.
    public var createdAt: Date

    /// The invitation that it offers; nil for other messages.
    public var invitationId: String?

    /// When it was sent, given up or cancelled; nil until then.
    public var endedAt: Date?

    /// Why it was not sent; nil if it was, or may still be.
    public var failure: String?

    /// What the mail server or the vendor reported afterwards; nil if nothing was reported.
    public var outcome: Outcome?

    /// When the outcome was reported; nil without `outcome`.
    public var outcomeAt: Date?

    /// The words of that report; nil if it had none.
    public var outcomeDetail: String?

    /// Creates a value, such as for a test or a preview.
    public init(
      id: String, kind: String, locale: String, recipient: String, state: State, createdAt: Date,
      invitationId: String? = nil, endedAt: Date? = nil, failure: String? = nil, outcome: Outcome? = nil,
      outcomeAt: Date? = nil, outcomeDetail: String? = nil
    ) {
      self.id = id
      self.kind = kind
      self.locale = locale
      self.recipient = recipient
      self.state = state
      self.createdAt = createdAt
      self.invitationId = invitationId
      self.endedAt = endedAt
      self.failure = failure
      self.outcome = outcome
      self.outcomeAt = outcomeAt
      self.outcomeDetail = outcomeDetail
    }

    /// The state of a message in the outbox. `leased`: it is being sent; `unknown`: the connection was lost before
    /// the mail server answered.
    public struct State: OpenEnumeration {
      /// `queued`
      public static let queued = State(rawValue: "queued")
      /// `leased`
      public static let leased = State(rawValue: "leased")
      /// `sent`
      public static let sent = State(rawValue: "sent")
      /// `failed`
      public static let failed = State(rawValue: "failed")
      /// `unknown`
      public static let unknown = State(rawValue: "unknown")
      /// `cancelled`
      public static let cancelled = State(rawValue: "cancelled")

      /// The value as the server writes it.
      public let rawValue: String

      /// The value with this text, also if this version of the kit does not know it.
      public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// What the mail server or the vendor reported afterwards; nil if nothing was reported.
    public struct Outcome: OpenEnumeration {
      /// `delivered`
      public static let delivered = Outcome(rawValue: "delivered")
      /// `bounced`
      public static let bounced = Outcome(rawValue: "bounced")
      /// `complained`
      public static let complained = Outcome(rawValue: "complained")

      /// The value as the server writes it.
      public let rawValue: String

      /// The value with this text, also if this version of the kit does not know it.
      public init(rawValue: String) { self.rawValue = rawValue }
    }
  }

  /// A device from which the person has signed in.
  public struct Device: Codable, Hashable, Identifiable, Sendable {
    /// The app's own id of the device.
    public var id: String

    /// When the person first signed in from it.
    public var firstUsedAt: Date

    /// When the person last signed in from it.
    public var lastUsedAt: Date

    /// The kind of the device, such as `ios`; nil if the app did not name it.
    public var platform: String?

    /// What the person calls the device; nil if the app did not name it.
    public var name: String?

    /// Creates a value, such as for a test or a preview.
    public init(id: String, firstUsedAt: Date, lastUsedAt: Date, platform: String? = nil, name: String? = nil) {
      self.id = id
      self.firstUsedAt = firstUsedAt
      self.lastUsedAt = lastUsedAt
      self.platform = platform
      self.name = name
    }
  }

  /// An entry of the audit log.
  public struct AuditEntry: Codable, Hashable, Identifiable, Sendable {
    /// The id of the entry.
    public var id: String

    /// When it happened.
    public var at: Date

    /// The function that was called.
    public var function: String

    /// What happened, such as `invitation.accepted`.
    public var action: String

    /// The invitation, client or session that was affected; nil if there is none.
    public var subjectId: String?

    /// The code of a refusal; nil if the event was granted.
    public var code: String?

    /// The sign-in method: the provider's name in the policy, or `password`; nil if nobody signed in.
    public var provider: String?

    /// The network address of the caller; nil if it is not known or no longer kept.
    public var address: String?

    /// The User-Agent header of the request; nil if it is not known or no longer kept.
    public var userAgent: String?

    /// The country of the caller (ISO 3166-1); nil if it is not known.
    public var country: String?

    /// The device of the session; nil if the app named none.
    public var device: Device?

    /// The trace of the request, as in the server's log; nil if there is none.
    public var traceId: String?

    /// The number of refusals, where refusals by one limit are one entry; nil otherwise.
    public var count: Int?

    /// When the last of these refusals happened; nil without `count`.
    public var lastAt: Date?

    /// The name of the service key with which a backend acted for the account; nil otherwise.
    public var service: String?

    /// Creates a value, such as for a test or a preview.
    public init(
      id: String, at: Date, function: String, action: String, subjectId: String? = nil, code: String? = nil,
      provider: String? = nil, address: String? = nil, userAgent: String? = nil, country: String? = nil,
      device: Device? = nil, traceId: String? = nil, count: Int? = nil, lastAt: Date? = nil, service: String? = nil
    ) {
      self.id = id
      self.at = at
      self.function = function
      self.action = action
      self.subjectId = subjectId
      self.code = code
      self.provider = provider
      self.address = address
      self.userAgent = userAgent
      self.country = country
      self.device = device
      self.traceId = traceId
      self.count = count
      self.lastAt = lastAt
      self.service = service
    }

    /// The device of the session; nil if the app named none.
    public struct Device: Codable, Hashable, Identifiable, Sendable {
      /// The app's own id of the device.
      public var id: String

      /// The kind of the device, such as `ios`; nil if the app did not name it.
      public var platform: String?

      /// What the person calls the device; nil if the app did not name it.
      public var name: String?

      /// Creates a value, such as for a test or a preview.
      public init(id: String, platform: String? = nil, name: String? = nil) {
        self.id = id
        self.platform = platform
        self.name = name
      }
    }
  }

  /// A link by which people join.
  public struct JoinLink: Codable, Hashable, Identifiable, Sendable {
    /// The id of the link.
    public var id: String

    /// The domains of people who may join; empty for all.
    public var allowedDomains: [String]

    /// Whether the inviter has to agree to each person.
    public var approval: Bool

    /// How many have joined.
    public var uses: Int

    /// When it was made.
    public var createdAt: Date

    /// When it ends.
    public var expiresAt: Date

    /// Its name; nil if it has none.
    public var name: String?

    /// The inviter's note; nil if there is none.
    public var note: String?

    /// The fields of accounts that join; nil if there are none.
    public var profile: [String: JSONValue]?

    /// How many people can join; nil for any number.
    public var maxUses: Int?

    /// When it was closed; nil if it is not.
    public var closedAt: Date?

    /// Creates a value, such as for a test or a preview.
    public init(
      id: String, allowedDomains: [String], approval: Bool, uses: Int, createdAt: Date, expiresAt: Date,
      name: String? = nil, note: String? = nil, profile: [String: JSONValue]? = nil, maxUses: Int? = nil,
      closedAt: Date? = nil
    ) {
      self.id = id
      self.allowedDomains = allowedDomains
      self.approval = approval
      self.uses = uses
      self.createdAt = createdAt
      self.expiresAt = expiresAt
      self.name = name
      self.note = note
      self.profile = profile
      self.maxUses = maxUses
      self.closedAt = closedAt
    }
  }

  /// A team that the inviter is in.
  public struct Team: Codable, Hashable, Identifiable, Sendable {
    /// The id of the team.
    public var id: String

    /// The place in a team: owners change the team and who is in it.
    public var role: TeamRole

    /// When the account joined the team.
    public var joinedAt: Date

    /// Creates a value, such as for a test or a preview.
    public init(id: String, role: TeamRole, joinedAt: Date) {
      self.id = id
      self.role = role
      self.joinedAt = joinedAt
    }
  }
}

/// A request to join by a link.
public struct ExportAccountResultJoinRequest: Codable, Hashable, Identifiable, Sendable {
  /// The id of the request.
  public var id: String

  /// The link.
  public var joinLinkId: String

  /// What became of it.
  public var status: String

  /// When the person asked.
  public var createdAt: Date

  /// When the inviter answered; nil if nobody has.
  public var answeredAt: Date?

  /// Creates a value, such as for a test or a preview.
  public init(id: String, joinLinkId: String, status: String, createdAt: Date, answeredAt: Date? = nil) {
    self.id = id
    self.joinLinkId = joinLinkId
    self.status = status
    self.createdAt = createdAt
    self.answeredAt = answeredAt
  }
}
