// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Returns the caller's account, its state, its client records and the invitations that wait for it.
public struct GetAccountRequest: ReadingRequest {
  /// What `get-account` answers.
  public typealias Answer = GetAccountResult

  /// `POST /get-account`. It needs a session.
  public static let function = FunctionCall("get-account", at: "/get-account", for: .session)

  /// Creates a request.
  public init() {}
}

/// What `get-account` answers to ``GetAccountRequest``.
public struct GetAccountResult: Codable, Equatable, Sendable {
  /// A person who can sign in. `email` is nil if the provider gave none.
  public var account: Account

  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete, show or
  /// delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState

  /// What the policy requires and the account lacks, in this order: `role`, `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `inviters`, `profile/<field>`. `role` and `inviters` are asked after a first proof of
  /// the address.
  public var missing: [MissingField]

  /// The pending invitations to the account's verified address that the account can accept with `accept-invitation`
  /// and `invitationId`, newest first. At most 20 entries.
  public var invitations: [WaitingInvitation]

  /// The inviters' records of the person, without notes. At most 100 entries.
  public var clients: [ClientRecord]

  /// The account's sign-in methods: providers of the policy, and `password`. At most 50 entries.
  public var providers: [String]

  /// The linked identities, with what their providers said at the last sign-in.
  public var identities: [Identity]

  /// When the account's data last changed.
  public var updatedAt: Date

  /// What is accepted in the step that proves the account's address; nil if nothing waits.
  public var waiting: WaitingAcceptance?

  /// The person's last consent; nil if there is none.
  public var consent: Consent?

  /// When the last verification mail was sent.
  public var emailVerificationSentAt: Date?

  /// Creates a value, such as for a test or a preview.
  public init(
    account: Account, state: AccountState, missing: [MissingField], invitations: [WaitingInvitation],
    clients: [ClientRecord], providers: [String], identities: [Identity], updatedAt: Date,
    waiting: WaitingAcceptance? = nil, consent: Consent? = nil, emailVerificationSentAt: Date? = nil
  ) {
    self.account = account
    self.state = state
    self.missing = missing
    self.invitations = invitations
    self.clients = clients
    self.providers = providers
    self.identities = identities
    self.updatedAt = updatedAt
    self.waiting = waiting
    self.consent = consent
    self.emailVerificationSentAt = emailVerificationSentAt
  }

  /// Reads the value from JSON.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberName.self)
    self.account = try container.required("account")
    self.state = try container.required("state")
    self.missing = try container.required("missing")
    self.invitations = try container.required("invitations")
    self.clients = try container.required("clients")
    self.providers = try container.required("providers")
    self.identities = try container.required("identities")
    self.updatedAt = try container.required("updatedAt")
    self.waiting = try container.optional("waiting")
    self.consent = try container.optional("consent")
    self.emailVerificationSentAt = try container.optional("emailVerificationSentAt")
  }

  /// Writes the value as JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberName.self)
    try container.write(account, "account")
    try container.write(state, "state")
    try container.write(missing, "missing")
    try container.write(invitations, "invitations")
    try container.write(clients, "clients")
    try container.write(providers, "providers")
    try container.write(identities, "identities")
    try container.write(updatedAt, "updatedAt")
    try container.writeIfPresent(waiting, "waiting")
    try container.writeIfPresent(consent, "consent")
    try container.writeIfPresent(emailVerificationSentAt, "emailVerificationSentAt")
  }

  /// A linked identity.
  public struct Identity: Codable, Equatable, Sendable {
    /// The provider's name in the policy.
    public var provider: String

    /// The person's id at the provider: the `sub` of its ID tokens.
    public var subject: String

    /// Whether the provider says that the address is the person's.
    public var emailVerified: Bool

    /// When it was linked to the account.
    public var linkedAt: Date

    /// The address that the provider gave; nil if it gave none.
    public var email: String?

    /// Creates a value, such as for a test or a preview.
    public init(provider: String, subject: String, emailVerified: Bool, linkedAt: Date, email: String? = nil) {
      self.provider = provider
      self.subject = subject
      self.emailVerified = emailVerified
      self.linkedAt = linkedAt
      self.email = email
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.provider = try container.required("provider")
      self.subject = try container.required("subject")
      self.emailVerified = try container.required("emailVerified")
      self.linkedAt = try container.required("linkedAt")
      self.email = try container.optional("email")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(provider, "provider")
      try container.write(subject, "subject")
      try container.write(emailVerified, "emailVerified")
      try container.write(linkedAt, "linkedAt")
      try container.writeIfPresent(email, "email")
    }
  }

  /// The person's last consent; nil if there is none.
  public struct Consent: Codable, Equatable, Sendable {
    /// The version of the terms that the person agreed to; empty if to none.
    public var version: String

    /// When the person agreed.
    public var givenAt: Date

    /// The address of the parent or guardian that the person named; nil if none was needed.
    public var guardianEmail: String?

    /// Creates a value, such as for a test or a preview.
    public init(version: String, givenAt: Date, guardianEmail: String? = nil) {
      self.version = version
      self.givenAt = givenAt
      self.guardianEmail = guardianEmail
    }

    /// Reads the value from JSON.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: MemberName.self)
      self.version = try container.required("version")
      self.givenAt = try container.required("givenAt")
      self.guardianEmail = try container.optional("guardianEmail")
    }

    /// Writes the value as JSON.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: MemberName.self)
      try container.write(version, "version")
      try container.write(givenAt, "givenAt")
      try container.writeIfPresent(guardianEmail, "guardianEmail")
    }
  }
}
