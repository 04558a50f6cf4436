/// A person who can sign in.
public struct Account: Equatable, Sendable {
  public enum Status: String, Sendable { case active, disabled }

  public var id: String
  public var email: EmailAddress?
  public var emailVerified: Bool
  public var displayName: String
  public var photoURL: String?
  public var phone: String?
  public var locale: String?
  public var role: String
  public var status: Status
  public var profile: JSON
  public var createdAt: Timestamp
  public var lastSignInAt: Timestamp?

  public init(
    id: String, email: EmailAddress?, emailVerified: Bool, displayName: String, photoURL: String? = nil,
    phone: String? = nil, locale: String? = nil, role: String, status: Status = .active, profile: JSON = [:],
    createdAt: Timestamp, lastSignInAt: Timestamp? = nil
  ) {
    self.id = id
    self.email = email
    self.emailVerified = emailVerified
    self.displayName = displayName
    self.photoURL = photoURL
    self.phone = phone
    self.locale = locale
    self.role = role
    self.status = status
    self.profile = profile
    self.createdAt = createdAt
    self.lastSignInAt = lastSignInAt
  }

  public var json: JSON {
    .object([
      "id": JSON(id), "email": email.map { JSON($0.text) } ?? .null, "emailVerified": .bool(emailVerified),
      "displayName": JSON(displayName), "photoURL": photoURL.map(JSON.string), "phone": phone.map(JSON.string),
      "locale": locale.map(JSON.string), "role": JSON(role), "status": JSON(status.rawValue), "profile": profile,
      "createdAt": JSON(createdAt.rfc3339), "lastSignInAt": lastSignInAt.map { JSON($0.rfc3339) } ?? .null,
    ])
  }
}

/// What an identity provider vouches for in one verified ID token.
public struct Identity: Equatable, Sendable {
  public var provider: String
  /// With `subject` what tells one person from all others, for ever (OpenID Connect Core, section 5.7).
  public var issuer: String
  public var subject: String
  public var email: EmailAddress?
  public var emailVerified: Bool
  public var displayName: String?
  public var photoURL: String?

  public init(
    provider: String, issuer: String, subject: String, email: EmailAddress?, emailVerified: Bool,
    displayName: String? = nil, photoURL: String? = nil
  ) {
    self.provider = provider
    self.issuer = issuer
    self.subject = subject
    self.email = email
    self.emailVerified = emailVerified
    self.displayName = displayName
    self.photoURL = photoURL
  }

  public var verifiedEmail: EmailAddress? { emailVerified ? email : nil }
}

/// A person as one inviter keeps them: there before they have an account, and linked to it afterwards.
public struct Client: Equatable, Sendable {
  public var id: String
  public var inviterID: String
  public var accountID: String?
  public var name: String
  public var email: EmailAddress
  public var phone: String?
  public var notes: String?
  public var locale: String?
  public var createdAt: Timestamp

  public init(
    id: String, inviterID: String, accountID: String? = nil, name: String, email: EmailAddress, phone: String? = nil,
    notes: String? = nil, locale: String? = nil, createdAt: Timestamp
  ) {
    self.id = id
    self.inviterID = inviterID
    self.accountID = accountID
    self.name = name
    self.email = email
    self.phone = phone
    self.notes = notes
    self.locale = locale
    self.createdAt = createdAt
  }

  /// As its inviter sees it.
  public var json: JSON {
    var shown = ownJSON
    if let notes { shown = shown.merging(["notes": .string(notes)]) }
    return shown
  }

  /// As the client sees it: the notes are the inviter's own.
  public var ownJSON: JSON {
    .object([
      "id": JSON(id), "name": JSON(name), "email": JSON(email.text), "phone": phone.map(JSON.string),
      "locale": locale.map(JSON.string), "accountId": accountID.map(JSON.string),
      "createdAt": JSON(createdAt.rfc3339),
    ])
  }
}

/// An offer to one person to become one inviter's client.
public struct Invitation: Equatable, Sendable {
  public enum Status: String, CaseIterable, Sendable { case pending, accepted, expired, revoked }
  public enum Delivery: String, Sendable { case queued, sent, delivered, bounced, failed, unknown }

  public var id: String
  public var clientID: String
  public var inviterID: String
  public var email: EmailAddress
  /// As it was last written; `status(at:)` is the one to show.
  public var storedStatus: Status
  /// What became of its mail; nil where the inviter took the link instead.
  public var delivery: Delivery?
  public var allowOtherEmail: Bool
  public var sentAt: Timestamp
  public var expiresAt: Timestamp
  public var acceptedAt: Timestamp?
  public var resendCount: Int

  public init(
    id: String, clientID: String, inviterID: String, email: EmailAddress, storedStatus: Status = .pending,
    delivery: Delivery?, allowOtherEmail: Bool, sentAt: Timestamp, expiresAt: Timestamp,
    acceptedAt: Timestamp? = nil, resendCount: Int = 0
  ) {
    self.id = id
    self.clientID = clientID
    self.inviterID = inviterID
    self.email = email
    self.storedStatus = storedStatus
    self.delivery = delivery
    self.allowOtherEmail = allowOtherEmail
    self.sentAt = sentAt
    self.expiresAt = expiresAt
    self.acceptedAt = acceptedAt
    self.resendCount = resendCount
  }

  /// An overdue invitation is expired, whether or not the sweep has been there.
  public func status(at now: Timestamp) -> Status {
    storedStatus == .pending && expiresAt <= now ? .expired : storedStatus
  }

  public func json(at now: Timestamp) -> JSON {
    .object([
      "id": JSON(id), "clientId": JSON(clientID), "email": JSON(email.text),
      "status": JSON(status(at: now).rawValue), "delivery": delivery.map { JSON($0.rawValue) },
      "sentAt": JSON(sentAt.rfc3339), "expiresAt": JSON(expiresAt.rfc3339),
      "acceptedAt": acceptedAt.map { JSON($0.rfc3339) }, "resendCount": JSON(resendCount),
    ])
  }

  /// Throws what is to be said to somebody who holds this invitation's code and may not use it.
  public func requirePending(at now: Timestamp) throws(Problem) {
    switch status(at: now) {
    case .pending: return
    case .accepted: throw Problem(.invitationAlreadyAccepted, "the invitation was accepted already")
    case .expired: throw Problem(.invitationExpired, "the invitation expired at \(expiresAt.rfc3339)")
    case .revoked: throw Problem(.invitationRevoked, "the inviter has withdrawn the invitation")
    }
  }
}

/// Something that an inviter has assigned to a client.
public struct Workout: Equatable, Sendable {
  public var id: String
  public var clientID: String
  public var title: String
  public var scheduledFor: Timestamp?
  public var details: JSON
  public var createdAt: Timestamp

  public init(
    id: String, clientID: String, title: String, scheduledFor: Timestamp?, details: JSON, createdAt: Timestamp
  ) {
    self.id = id
    self.clientID = clientID
    self.title = title
    self.scheduledFor = scheduledFor
    self.details = details
    self.createdAt = createdAt
  }

  public var json: JSON {
    .object([
      "id": JSON(id), "clientId": JSON(clientID), "title": JSON(title),
      "scheduledFor": scheduledFor.map { JSON($0.rfc3339) }, "details": details, "createdAt": JSON(createdAt.rfc3339),
    ])
  }
}

/// The device that a session was begun on.
public struct Device: Equatable, Sendable {
  public var id: String
  public var platform: String?
  public var name: String?

  public init(id: String, platform: String? = nil, name: String? = nil) {
    self.id = id
    self.platform = platform
    self.name = name
  }
}

/// A mail that has been promised: queued in the transaction that promised it, sent afterwards.
public struct OutboxMail: Equatable, Sendable {
  /// Which template it is made from.
  public enum Kind: String, CaseIterable, Sendable {
    case invitation
    case resentInvitation = "resent-invitation"
    case reminder
    case invitationAccepted = "invitation-accepted"

    /// Whether it offers an invitation, and is pointless once that can no longer be accepted.
    public var offersInvitation: Bool { self != .invitationAccepted }

    /// Whether what becomes of it is what the inviter sees as the invitation's delivery.
    public var isInvitation: Bool { self == .invitation || self == .resentInvitation }
  }

  public enum State: String, Sendable { case queued, leased, sent, failed, unknown, cancelled }

  public var id: String
  public var kind: Kind
  public var invitationID: String?
  public var locale: String
  public var recipient: String
  /// What the template is filled with, sealed: a code may be among it. Erased when the mail's life ends.
  public var sealedValues: String
  public var state: State
  public var attempts: Int
  /// How many attempts ended without a word on whether the relay took it.
  public var doubts: Int
  /// When it is due: to be sent, or to be taken from a process that has leased it and not come back.
  public var dueAt: Timestamp
  /// When it is no longer worth sending.
  public var expiresAt: Timestamp
  public var createdAt: Timestamp

  public init(
    id: String, kind: Kind, invitationID: String?, locale: String, recipient: String, sealedValues: String,
    state: State, attempts: Int, doubts: Int = 0, dueAt: Timestamp, expiresAt: Timestamp, createdAt: Timestamp
  ) {
    self.id = id
    self.kind = kind
    self.invitationID = invitationID
    self.locale = locale
    self.recipient = recipient
    self.sealedValues = sealedValues
    self.state = state
    self.attempts = attempts
    self.doubts = doubts
    self.dueAt = dueAt
    self.expiresAt = expiresAt
    self.createdAt = createdAt
  }
}
