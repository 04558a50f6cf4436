// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Everything that a function needs from outside. Functions have no other access to it.
public struct Environment {
  public let policy: Policy
  /// The time of the event. It does not change while the event is answered.
  public let now: Timestamp
  /// The current time.
  public let clock: () -> Timestamp
  public let pause: (Duration) -> Void
  public let deadline: Deadline
  public let random: (_ count: Int) -> [UInt8]
  /// Makes a new id. Ids sort by creation time.
  public let newID: () -> String
  public let store: Store
  public let secret: SecretKey
  /// The keys of keyed hashes. They do not change when the secret key changes.
  public let hashKeys: HashKeys
  public let identities: IDTokenVerifier
  public let tokens: AccessTokens
  public let passwords: Passwords
  /// Whether a password, in lower case, is in the list of common passwords.
  public let isCommonPassword: (String) throws(Problem) -> Bool
  public let messages: Messages
  /// A schema of functions.json, by its name.
  public let schema: (_ name: String) -> Schema
  /// The secrets that verify the signatures of hooks.
  public let webhookSecrets: () throws(Problem) -> [[UInt8]]
  /// The values of a variable, separated by spaces. There is more than one during a key change, and none if the
  /// variable is unset.
  public let secrets: (_ variable: String) throws(Problem) -> [String]
  public let certificates: SNSCertificates
  /// `PUBLIC_URL`, without a trailing slash.
  public let publicURL: () throws(Problem) -> String
  /// The `iss` of access tokens.
  public let issuer: String
  /// Sends mails. Nil in functions that only queue mail.
  public let courier: (any Courier)?
  /// The webhooks of mail vendors. Empty except in `on-mail-event`.
  public var mailWebhooks: [any MailWebhook.Type] = []
  /// The W3C trace context of the event. Queued messages keep it.
  public var traceparent: String?

  public init(
    policy: Policy, now: Timestamp, clock: @escaping () -> Timestamp, pause: @escaping (Duration) -> Void,
    deadline: Deadline, random: @escaping (_ count: Int) -> [UInt8], newID: @escaping () -> String, store: Store,
    secret: SecretKey, identities: IDTokenVerifier, tokens: AccessTokens, passwords: Passwords,
    isCommonPassword: @escaping (String) throws(Problem) -> Bool, messages: Messages,
    schema: @escaping (_ name: String) -> Schema,
    webhookSecrets: @escaping () throws(Problem) -> [[UInt8]],
    secrets: @escaping (_ variable: String) throws(Problem) -> [String], certificates: SNSCertificates,
    publicURL: @escaping () throws(Problem) -> String,
    issuer: String, courier: (any Courier)?
  ) {
    self.policy = policy
    self.now = now
    self.clock = clock
    self.pause = pause
    self.deadline = deadline
    self.random = random
    self.newID = newID
    self.store = store
    self.secret = secret
    hashKeys = HashKeys(secret: secret, random: random, now: now)
    self.identities = identities
    self.tokens = tokens
    self.passwords = passwords
    self.isCommonPassword = isCommonPassword
    self.messages = messages
    self.schema = schema
    self.webhookSecrets = webhookSecrets
    self.secrets = secrets
    self.certificates = certificates
    self.publicURL = publicURL
    self.issuer = issuer
    self.courier = courier
  }
}
