// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Changes the data that people may change about their account; a new address must be confirmed.
public struct UpdateAccountRequest: FunctionRequest {
  public typealias Answer = UpdateAccountResult

  /// The function that answers the request.
  public static let function = FunctionCall("update-account", at: "/update-account", for: .session)

  /// The name that others see.
  public var displayName: Change<String>?
  /// The name with which the person can sign in instead of the address; the rules of `sign-up` apply.
  public var username: Change<String>?
  /// An https URL.
  public var photoURL: Change<String>?
  /// A telephone number.
  public var phone: Change<String>?
  /// A language tag (BCP 47).
  public var locale: Change<String>?
  /// The app's own fields, as `profile.fields` of the policy defines them; null removes a field.
  public var profile: [String: JSONValue]?
  /// What an inviter's invitations show instead of the app's name, color and logo. It replaces the stored
  /// branding; null removes it. It needs policy invitation.branding.
  public var branding: Branding?
  /// A mail address (RFC 5321 with RFC 6531; no quoted local part, no address literal). UTS 46 must be able to
  /// map its domain to ASCII, which the pattern cannot check.
  public var email: String?
  /// A role of the policy.
  public var role: String?
  /// A calendar date.
  public var birthDate: String?
  /// The person's consent to the terms, and the address of their parent or guardian.
  public var consent: Consent?

  /// Creates the value from its members.
  public init(
    displayName: Change<String>? = nil, username: Change<String>? = nil, photoURL: Change<String>? = nil,
    phone: Change<String>? = nil, locale: Change<String>? = nil, profile: [String: JSONValue]? = nil,
    branding: Branding? = nil, email: String? = nil, role: String? = nil, birthDate: String? = nil,
    consent: Consent? = nil
  ) {
    self.displayName = displayName
    self.username = username
    self.photoURL = photoURL
    self.phone = phone
    self.locale = locale
    self.profile = profile
    self.branding = branding
    self.email = email
    self.role = role
    self.birthDate = birthDate
    self.consent = consent
  }
}

/// The update account result.
public struct UpdateAccountResult: Codable, Hashable, Sendable {
  /// A person who can sign in. `email` is null if the provider gave none.
  public var account: Account
  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
  /// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState
  /// What the policy requires and the account lacks, in this order: `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `profile/<field>`.
  public var missing: [String]
  /// The new address, until it is confirmed.
  public var pendingEmail: String?

  /// Creates the value from its members.
  public init(account: Account, state: AccountState, missing: [String], pendingEmail: String? = nil) {
    self.account = account
    self.state = state
    self.missing = missing
    self.pendingEmail = pendingEmail
  }
}
