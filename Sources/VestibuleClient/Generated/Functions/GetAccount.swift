// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

public import Foundation

/// Returns the caller's account, its state, its client records and the invitations that wait for it.
public struct GetAccountRequest: FunctionRequest {
  public typealias Answer = GetAccountResult

  /// The function that answers the request.
  public static let function = FunctionCall("get-account", at: "/get-account", for: .session)

  /// A request without members.
  public init() {}
}

/// The get account result.
public struct GetAccountResult: Codable, Hashable, Sendable {
  /// A person who can sign in. `email` is null if the provider gave none.
  public var account: Account
  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
  /// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState
  /// What the policy requires and the account lacks, in this order: `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `profile/<field>`.
  public var missing: [String]
  /// The pending invitations to the account's verified address that the account can accept with
  /// `accept-invitation` and `invitationId`, newest first.
  public var invitations: [WaitingInvitation]
  /// The clients.
  public var clients: [ClientRecord]
  /// The account's sign-in methods: providers of the policy, and `password`.
  public var providers: [String]
  /// When the account's data last changed.
  public var updatedAt: Date
  /// The person's last consent; absent if there is none.
  public var consent: GetAccountResultConsent?
  /// When the last verification mail was sent.
  public var emailVerificationSentAt: Date?

  /// Creates the value from its members.
  public init(
    account: Account, state: AccountState, missing: [String], invitations: [WaitingInvitation], clients: [ClientRecord],
    providers: [String], updatedAt: Date, consent: GetAccountResultConsent? = nil, emailVerificationSentAt: Date? = nil
  ) {
    self.account = account
    self.state = state
    self.missing = missing
    self.invitations = invitations
    self.clients = clients
    self.providers = providers
    self.updatedAt = updatedAt
    self.consent = consent
    self.emailVerificationSentAt = emailVerificationSentAt
  }
}

/// The person's last consent; absent if there is none.
public struct GetAccountResultConsent: Codable, Hashable, Sendable {
  /// The version.
  public var version: String
  /// A timestamp (RFC 3339) in UTC.
  public var givenAt: Date
  /// The guardian email.
  public var guardianEmail: String?

  /// Creates the value from its members.
  public init(version: String, givenAt: Date, guardianEmail: String? = nil) {
    self.version = version
    self.givenAt = givenAt
    self.guardianEmail = guardianEmail
  }
}
