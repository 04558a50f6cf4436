// SPDX-License-Identifier: Apache-2.0

// Written by scripts/client-kit from functions.json.

/// Signs in with Apple in the request format of the Manajet app: `sign-in` with the provider `apple`.
public struct SignInWithAppleRequest: FunctionRequest {
  public typealias Answer = SignInWithAppleResult

  /// The function that answers the request.
  public static let function = FunctionCall("sign-in-with-apple", at: "/api/auth/apple", for: .everyone)

  /// The provider's ID token.
  public var identityToken: String
  /// The token's subject; it must be equal to it.
  public var userIdentifier: String?
  /// Ignored, because the token contains the address.
  public var email: String?
  /// The name that Apple returns at the first sign-in.
  public var fullName: SignInWithAppleRequestFullName?
  /// Apple's authorization code, as `identity.authorizationCode` of `sign-in`.
  public var authorizationCode: String?
  /// The raw nonce of the request for the token; the token contains it in the form that the provider's
  /// `nonceForm` names.
  public var nonce: String?
  /// A role of the policy.
  public var `as`: String?
  /// The device of the session.
  public var device: Device?
  /// A calendar date.
  public var birthDate: String?
  /// The person's consent to the terms, and the address of their parent or guardian.
  public var consent: Consent?

  /// Creates the value from its members.
  public init(
    identityToken: String, userIdentifier: String? = nil, email: String? = nil,
    fullName: SignInWithAppleRequestFullName? = nil, authorizationCode: String? = nil, nonce: String? = nil,
    `as`: String? = nil, device: Device? = nil, birthDate: String? = nil, consent: Consent? = nil
  ) {
    self.identityToken = identityToken
    self.userIdentifier = userIdentifier
    self.email = email
    self.fullName = fullName
    self.authorizationCode = authorizationCode
    self.nonce = nonce
    self.as = `as`
    self.device = device
    self.birthDate = birthDate
    self.consent = consent
  }

  private enum CodingKeys: String, CodingKey {
    case identityToken = "identity_token"
    case userIdentifier = "user_identifier"
    case email
    case fullName = "full_name"
    case authorizationCode = "authorization_code"
    case nonce
    case `as`
    case device
    case birthDate
    case consent
  }
}

/// Exactly one of these is present: `account` and `session` and `invitations`; `challenge` and `factors`.
public struct SignInWithAppleResult: Codable, Hashable, Sendable {
  /// The success.
  public var success: Bool
  /// The message.
  public var message: String
  /// The state of the account. Unless it is `signedIn`, the account reaches only the functions that complete,
  /// show or delete it. `factorRequired` with a `challenge`: there is no session until `answer-challenge`.
  public var state: AccountState
  /// What the policy requires and the account lacks, in this order: `displayName`, `username`, `phone`,
  /// `birthDate`, `consent`, `profile/<field>`.
  public var missing: [String]
  /// A person who can sign in. `email` is null if the provider gave none.
  public var account: Account?
  /// The tokens of a session.
  public var session: Tokens?
  /// The pending invitations to the account's verified address that the account can accept with
  /// `accept-invitation` and `invitationId`, newest first.
  public var invitations: [WaitingInvitation]?
  /// What a second factor or a passkey answers: once, within 10 minutes, with at most five attempts.
  public var challenge: String?
  /// The confirmed second factors of the account, oldest first.
  public var factors: [Factor]?
  /// If one of the factors is a passkey: for `PublicKeyCredential.parseRequestOptionsFromJSON()`.
  public var options: [String: JSONValue]?

  /// Creates the value from its members.
  public init(
    success: Bool, message: String, state: AccountState, missing: [String], account: Account? = nil,
    session: Tokens? = nil, invitations: [WaitingInvitation]? = nil, challenge: String? = nil, factors: [Factor]? = nil,
    options: [String: JSONValue]? = nil
  ) {
    self.success = success
    self.message = message
    self.state = state
    self.missing = missing
    self.account = account
    self.session = session
    self.invitations = invitations
    self.challenge = challenge
    self.factors = factors
    self.options = options
  }
}

/// The name that Apple returns at the first sign-in.
public struct SignInWithAppleRequestFullName: Codable, Hashable, Sendable {
  /// The given_name.
  public var givenName: String?
  /// The family_name.
  public var familyName: String?

  /// Creates the value from its members.
  public init(givenName: String? = nil, familyName: String? = nil) {
    self.givenName = givenName
    self.familyName = familyName
  }

  private enum CodingKeys: String, CodingKey {
    case givenName = "given_name"
    case familyName = "family_name"
  }
}
