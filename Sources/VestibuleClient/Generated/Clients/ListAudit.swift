// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Lists what the inviter did and what happened to its invitations and clients, newest first.
public struct ListAuditRequest: PagedRequest {
  /// What `list-audit` answers.
  public typealias Answer = ListAuditResult

  /// `POST /list-audit`. It needs a session.
  public static let function = FunctionCall("list-audit", at: "/list-audit", for: .session)

  /// Only entries with this action, such as `invitation.accepted`. At most 64 characters.
  public var action: String?

  /// Only entries about this invitation, client or session. At most 64 characters.
  public var subjectId: String?

  /// The maximum number of items in a page; default 50. 1 to 100.
  public var limit: Int?

  /// The `nextCursor` of the previous page. At most 256 characters.
  public var cursor: String?

  /// The team that the event is about; necessary for an account in several teams. Only with `teams` of the policy. At
  /// most 64 characters.
  public var teamId: String?

  /// Creates a request. What is nil is not sent.
  public init(
    action: String? = nil, subjectId: String? = nil, limit: Int? = nil, cursor: String? = nil, teamId: String? = nil
  ) {
    self.action = action
    self.subjectId = subjectId
    self.limit = limit
    self.cursor = cursor
    self.teamId = teamId
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.action = try container.optional("action")
    self.subjectId = try container.optional("subjectId")
    self.limit = try container.optional("limit")
    self.cursor = try container.optional("cursor")
    self.teamId = try container.optional("teamId")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.writeIfPresent(action, "action")
    try container.writeIfPresent(subjectId, "subjectId")
    try container.writeIfPresent(limit, "limit")
    try container.writeIfPresent(cursor, "cursor")
    try container.writeIfPresent(teamId, "teamId")
  }

  /// The `entries` of a page.
  public static func entries(of page: ListAuditResult) -> [ListAuditResult.Entry] { page.entries }

  /// The `cursor` of the next page; nil after the last one.
  public static func nextCursor(of page: ListAuditResult) -> String? { page.nextCursor }
}

/// What `list-audit` answers to ``ListAuditRequest``.
public struct ListAuditResult: Codable, Equatable, Sendable {
  /// The entries of this page, newest first. At most 100 entries.
  public var entries: [Entry]

  /// The `cursor` of the next page; nil on the last page.
  public var nextCursor: String?

  /// Creates a value, such as for a test or a preview.
  public init(entries: [Entry], nextCursor: String? = nil) {
    self.entries = entries
    self.nextCursor = nextCursor
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.entries = try container.required("entries")
    self.nextCursor = try container.optional("nextCursor")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(entries, "entries")
    try container.writeIfPresent(nextCursor, "nextCursor")
  }

  /// An entry of the audit log.
  public struct Entry: Codable, Hashable, Identifiable, Sendable {
    /// The id of the entry.
    public var id: String

    /// When it happened.
    public var at: Date

    /// The function that was called.
    public var function: String

    /// What an entry of the audit log records.
    public var action: AuditAction

    /// The account that acted; nil if there was none, as of a bounced mail.
    public var accountId: String?

    /// The invitation, client or session that was affected; nil if there is none.
    public var subjectId: String?

    /// The code of a refusal; nil if the event was granted.
    public var code: ErrorCode?

    /// The inviter's sign-in method: the provider's name in the policy, or `password`; nil if nobody signed in.
    public var provider: String?

    /// The inviter's network address; nil if it is not known, no longer kept, or a client's.
    public var address: String?

    /// The User-Agent header of the request; nil if it is not known or no longer kept.
    public var userAgent: String?

    /// The trace of the request, as in the server's log; nil if there is none.
    public var traceId: String?

    /// The number of refusals, where refusals by one limit are one entry; nil otherwise.
    public var count: Int?

    /// When the last of these refusals happened; nil without `count`.
    public var lastAt: Date?

    /// The operating system's user, where an operator acted by a command; nil otherwise.
    public var `operator`: String?

    /// The name of the service key, where a backend acted with one; nil otherwise.
    public var service: String?

    /// Creates a value, such as for a test or a preview.
    public init(
      id: String, at: Date, function: String, action: AuditAction, accountId: String? = nil, subjectId: String? = nil,
      code: ErrorCode? = nil, provider: String? = nil, address: String? = nil, userAgent: String? = nil,
      traceId: String? = nil, count: Int? = nil, lastAt: Date? = nil, `operator`: String? = nil, service: String? = nil
    ) {
      self.id = id
      self.at = at
      self.function = function
      self.action = action
      self.accountId = accountId
      self.subjectId = subjectId
      self.code = code
      self.provider = provider
      self.address = address
      self.userAgent = userAgent
      self.traceId = traceId
      self.count = count
      self.lastAt = lastAt
      self.operator = `operator`
      self.service = service
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.id = try container.required("id")
      self.at = try container.required("at")
      self.function = try container.required("function")
      self.action = try container.required("action")
      self.accountId = try container.optional("accountId")
      self.subjectId = try container.optional("subjectId")
      self.code = try container.optional("code")
      self.provider = try container.optional("provider")
      self.address = try container.optional("address")
      self.userAgent = try container.optional("userAgent")
      self.traceId = try container.optional("traceId")
      self.count = try container.optional("count")
      self.lastAt = try container.optional("lastAt")
      self.operator = try container.optional("operator")
      self.service = try container.optional("service")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(id, "id")
      try container.write(at, "at")
      try container.write(function, "function")
      try container.write(action, "action")
      try container.writeIfPresent(accountId, "accountId")
      try container.writeIfPresent(subjectId, "subjectId")
      try container.writeIfPresent(code, "code")
      try container.writeIfPresent(provider, "provider")
      try container.writeIfPresent(address, "address")
      try container.writeIfPresent(userAgent, "userAgent")
      try container.writeIfPresent(traceId, "traceId")
      try container.writeIfPresent(count, "count")
      try container.writeIfPresent(lastAt, "lastAt")
      try container.writeIfPresent(`operator`, "operator")
      try container.writeIfPresent(service, "service")
    }
  }
}

/// What an entry of the audit log records.
public struct AuditAction: OpenEnumeration {
  /// `account.address-added`
  public static let accountAddressAdded = AuditAction(rawValue: "account.address-added")
  /// `account.address-lost`
  public static let accountAddressLost = AuditAction(rawValue: "account.address-lost")
  /// `account.address-proven`
  public static let accountAddressProven = AuditAction(rawValue: "account.address-proven")
  /// `account.address-refused`
  public static let accountAddressRefused = AuditAction(rawValue: "account.address-refused")
  /// `account.address-removed`
  public static let accountAddressRemoved = AuditAction(rawValue: "account.address-removed")
  /// `account.challenged`
  public static let accountChallenged = AuditAction(rawValue: "account.challenged")
  /// `account.closed-for-age`
  public static let accountClosedForAge = AuditAction(rawValue: "account.closed-for-age")
  /// `account.consented`
  public static let accountConsented = AuditAction(rawValue: "account.consented")
  /// `account.created`
  public static let accountCreated = AuditAction(rawValue: "account.created")
  /// `account.deleted`
  public static let accountDeleted = AuditAction(rawValue: "account.deleted")
  /// `account.deletion-requested`
  public static let accountDeletionRequested = AuditAction(rawValue: "account.deletion-requested")
  /// `account.email-change-requested`
  public static let accountEmailChangeRequested = AuditAction(rawValue: "account.email-change-requested")
  /// `account.email-changed`
  public static let accountEmailChanged = AuditAction(rawValue: "account.email-changed")
  /// `account.email-verified`
  public static let accountEmailVerified = AuditAction(rawValue: "account.email-verified")
  /// `account.exported`
  public static let accountExported = AuditAction(rawValue: "account.exported")
  /// `account.factor-added`
  public static let accountFactorAdded = AuditAction(rawValue: "account.factor-added")
  /// `account.factor-enrolled`
  public static let accountFactorEnrolled = AuditAction(rawValue: "account.factor-enrolled")
  /// `account.factor-removed`
  public static let accountFactorRemoved = AuditAction(rawValue: "account.factor-removed")
  /// `account.factors-reset`
  public static let accountFactorsReset = AuditAction(rawValue: "account.factors-reset")
  /// `account.guardian-agreed`
  public static let accountGuardianAgreed = AuditAction(rawValue: "account.guardian-agreed")
  /// `account.guardian-asked`
  public static let accountGuardianAsked = AuditAction(rawValue: "account.guardian-asked")
  /// `account.guardian-refused`
  public static let accountGuardianRefused = AuditAction(rawValue: "account.guardian-refused")
  /// `account.guardian-withdrawn`
  public static let accountGuardianWithdrawn = AuditAction(rawValue: "account.guardian-withdrawn")
  /// `account.identity-transferred`
  public static let accountIdentityTransferred = AuditAction(rawValue: "account.identity-transferred")
  /// `account.imported`
  public static let accountImported = AuditAction(rawValue: "account.imported")
  /// `account.password-imported`
  public static let accountPasswordImported = AuditAction(rawValue: "account.password-imported")
  /// `account.password-superseded`
  public static let accountPasswordSuperseded = AuditAction(rawValue: "account.password-superseded")
  /// `account.provider-added`
  public static let accountProviderAdded = AuditAction(rawValue: "account.provider-added")
  /// `account.provider-removed`
  public static let accountProviderRemoved = AuditAction(rawValue: "account.provider-removed")
  /// `account.recovery-code-used`
  public static let accountRecoveryCodeUsed = AuditAction(rawValue: "account.recovery-code-used")
  /// `account.recovery-codes-renewed`
  public static let accountRecoveryCodesRenewed = AuditAction(rawValue: "account.recovery-codes-renewed")
  /// `account.restored`
  public static let accountRestored = AuditAction(rawValue: "account.restored")
  /// `account.role-changed`
  public static let accountRoleChanged = AuditAction(rawValue: "account.role-changed")
  /// `account.role-chosen`
  public static let accountRoleChosen = AuditAction(rawValue: "account.role-chosen")
  /// `account.sessions-ended`
  public static let accountSessionsEnded = AuditAction(rawValue: "account.sessions-ended")
  /// `account.signed-in`
  public static let accountSignedIn = AuditAction(rawValue: "account.signed-in")
  /// `account.signed-out`
  public static let accountSignedOut = AuditAction(rawValue: "account.signed-out")
  /// `account.suspended`
  public static let accountSuspended = AuditAction(rawValue: "account.suspended")
  /// `account.underage`
  public static let accountUnderage = AuditAction(rawValue: "account.underage")
  /// `account.unlocked`
  public static let accountUnlocked = AuditAction(rawValue: "account.unlocked")
  /// `account.updated`
  public static let accountUpdated = AuditAction(rawValue: "account.updated")
  /// `apple.account-delete`
  public static let appleAccountDelete = AuditAction(rawValue: "apple.account-delete")
  /// `apple.consent-revoked`
  public static let appleConsentRevoked = AuditAction(rawValue: "apple.consent-revoked")
  /// `apple.email-disabled`
  public static let appleEmailDisabled = AuditAction(rawValue: "apple.email-disabled")
  /// `apple.email-enabled`
  public static let appleEmailEnabled = AuditAction(rawValue: "apple.email-enabled")
  /// `apple.other`
  public static let appleOther = AuditAction(rawValue: "apple.other")
  /// `client.kept`
  public static let clientKept = AuditAction(rawValue: "client.kept")
  /// `client.left`
  public static let clientLeft = AuditAction(rawValue: "client.left")
  /// `client.removed`
  public static let clientRemoved = AuditAction(rawValue: "client.removed")
  /// `client.updated`
  public static let clientUpdated = AuditAction(rawValue: "client.updated")
  /// `email.verification-requested`
  public static let emailVerificationRequested = AuditAction(rawValue: "email.verification-requested")
  /// `factor.counter`
  public static let factorCounter = AuditAction(rawValue: "factor.counter")
  /// `invitation.accepted`
  public static let invitationAccepted = AuditAction(rawValue: "invitation.accepted")
  /// `invitation.declined`
  public static let invitationDeclined = AuditAction(rawValue: "invitation.declined")
  /// `invitation.expired`
  public static let invitationExpired = AuditAction(rawValue: "invitation.expired")
  /// `invitation.reminded`
  public static let invitationReminded = AuditAction(rawValue: "invitation.reminded")
  /// `invitation.requested`
  public static let invitationRequested = AuditAction(rawValue: "invitation.requested")
  /// `invitation.resent`
  public static let invitationResent = AuditAction(rawValue: "invitation.resent")
  /// `invitation.revoked`
  public static let invitationRevoked = AuditAction(rawValue: "invitation.revoked")
  /// `invitation.sent`
  public static let invitationSent = AuditAction(rawValue: "invitation.sent")
  /// `join-link.created`
  public static let joinLinkCreated = AuditAction(rawValue: "join-link.created")
  /// `join-link.updated`
  public static let joinLinkUpdated = AuditAction(rawValue: "join-link.updated")
  /// `join-request.answered`
  public static let joinRequestAnswered = AuditAction(rawValue: "join-request.answered")
  /// `join-request.created`
  public static let joinRequestCreated = AuditAction(rawValue: "join-request.created")
  /// `key.created`
  public static let keyCreated = AuditAction(rawValue: "key.created")
  /// `key.revoked`
  public static let keyRevoked = AuditAction(rawValue: "key.revoked")
  /// `key.rotated`
  public static let keyRotated = AuditAction(rawValue: "key.rotated")
  /// `mail.bounced`
  public static let mailBounced = AuditAction(rawValue: "mail.bounced")
  /// `mail.complained`
  public static let mailComplained = AuditAction(rawValue: "mail.complained")
  /// `mail.delivered`
  public static let mailDelivered = AuditAction(rawValue: "mail.delivered")
  /// `mail.requeued`
  public static let mailRequeued = AuditAction(rawValue: "mail.requeued")
  /// `mail.unsubscribed`
  public static let mailUnsubscribed = AuditAction(rawValue: "mail.unsubscribed")
  /// `member.updated`
  public static let memberUpdated = AuditAction(rawValue: "member.updated")
  /// `password.changed`
  public static let passwordChanged = AuditAction(rawValue: "password.changed")
  /// `password.reset-requested`
  public static let passwordResetRequested = AuditAction(rawValue: "password.reset-requested")
  /// `refused`: an event was refused.
  public static let refused = AuditAction(rawValue: "refused")
  /// `security.locked`
  public static let securityLocked = AuditAction(rawValue: "security.locked")
  /// `security.new-address`
  public static let securityNewAddress = AuditAction(rawValue: "security.new-address")
  /// `security.new-country`
  public static let securityNewCountry = AuditAction(rawValue: "security.new-country")
  /// `security.new-device`
  public static let securityNewDevice = AuditAction(rawValue: "security.new-device")
  /// `session.other-device`
  public static let sessionOtherDevice = AuditAction(rawValue: "session.other-device")
  /// `session.reauthenticated`
  public static let sessionReauthenticated = AuditAction(rawValue: "session.reauthenticated")
  /// `session.token-reused`
  public static let sessionTokenReused = AuditAction(rawValue: "session.token-reused")
  /// `sign-in.code-requested`
  public static let signInCodeRequested = AuditAction(rawValue: "sign-in.code-requested")
  /// `suppression.removed`
  public static let suppressionRemoved = AuditAction(rawValue: "suppression.removed")
  /// `team.created`
  public static let teamCreated = AuditAction(rawValue: "team.created")
  /// `team.deleted`
  public static let teamDeleted = AuditAction(rawValue: "team.deleted")
  /// `team.joined`
  public static let teamJoined = AuditAction(rawValue: "team.joined")
  /// `team.member-changed`
  public static let teamMemberChanged = AuditAction(rawValue: "team.member-changed")
  /// `team.member-removed`
  public static let teamMemberRemoved = AuditAction(rawValue: "team.member-removed")
  /// `team.updated`
  public static let teamUpdated = AuditAction(rawValue: "team.updated")
  /// `workout.assigned`
  public static let workoutAssigned = AuditAction(rawValue: "workout.assigned")
  /// `workout.completed`
  public static let workoutCompleted = AuditAction(rawValue: "workout.completed")
  /// `workout.removed`
  public static let workoutRemoved = AuditAction(rawValue: "workout.removed")
  /// `workout.updated`
  public static let workoutUpdated = AuditAction(rawValue: "workout.updated")

  /// The value as the server writes it.
  public let rawValue: String

  /// The value with this text, also if this version of the kit does not know it.
  public init(rawValue: String) { self.rawValue = rawValue }
}
