// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Creates an account with email and password, and queues the verification mail.
public struct SignUpRequest: FunctionRequest {
  public typealias Answer = SignUpResult

  /// The function that answers the request.
  public static let function = FunctionCall("sign-up", at: "/sign-up", for: .everyone)

  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  public var email: String
  /// A new password, normalized to NFC and never trimmed; the policy sets its rules.
  public var password: String
  /// A role of the policy.
  public var role: String
  /// The name that others see; the rules of `name` apply.
  public var displayName: String?
  /// A name with which a person can sign in instead of the address. Case and Unicode spelling do not matter.
  /// The policy's `profile.username` says whether accounts have one.
  public var username: String?
  /// A telephone number.
  public var phone: String?
  /// The app's own fields, as `profile.fields` of the policy defines them; null removes a field.
  public var profile: [String: JSONValue]?
  /// A language tag (BCP 47).
  public var locale: String?
  /// A calendar date.
  public var birthDate: String?
  /// The person's consent to the terms, and the address of their parent or guardian.
  public var consent: Consent?
  /// The device of the session.
  public var device: Device?

  /// Creates the value from its members.
  public init(
    email: String, password: String, role: String, displayName: String? = nil, username: String? = nil,
    phone: String? = nil, profile: [String: JSONValue]? = nil, locale: String? = nil, birthDate: String? = nil,
    consent: Consent? = nil, device: Device? = nil
  ) {
    self.email = email
    self.password = password
    self.role = role
    self.displayName = displayName
    self.username = username
    self.phone = phone
    self.profile = profile
    self.locale = locale
    self.birthDate = birthDate
    self.consent = consent
    self.device = device
  }
}

/// The sign up result.
public struct SignUpResult: Codable, Hashable, Sendable {
  /// A person who can sign in. `email` is null if the provider gave none.
  public var account: Account
  /// The tokens of a session.
  public var session: Tokens
  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
  /// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState
  /// What the policy requires and the account lacks, in this order: `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `profile/<field>`.
  public var missing: [String]
  /// The pending invitations to the account's verified address that the account can accept with
  /// `accept-invitation` and `invitationId`, newest first.
  public var invitations: [WaitingInvitation]

  /// Creates the value from its members.
  public init(
    account: Account, session: Tokens, state: AccountState, missing: [String], invitations: [WaitingInvitation]
  ) {
    self.account = account
    self.session = session
    self.state = state
    self.missing = missing
    self.invitations = invitations
  }
}
