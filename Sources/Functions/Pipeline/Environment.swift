// SPDX-License-Identifier: Apache-2.0

import Domain
import Identity
import Storage

/// Everything that a function needs from outside, and the only way to it.
public struct Environment {
  public let policy: Policy
  /// The moment of the event: it is one moment, however long the answer takes.
  public let now: Timestamp
  /// The moment that it really is.
  public let clock: () -> Timestamp
  public let pause: (Duration) -> Void
  public let deadline: Deadline
  public let random: (_ count: Int) -> [UInt8]
  /// A new id; later ones sort behind earlier ones.
  public let newID: () -> String
  public let store: Store
  public let secret: SecretKey
  /// What is only compared is hashed under these, so that it lives through a change of the secret key.
  public let hashKeys: HashKeys
  public let identities: IDTokenVerifier
  public let tokens: AccessTokens
  public let passwords: Passwords
  /// Whether a password, in lower case, is among those that are tried first.
  public let isCommonPassword: (String) throws(Problem) -> Bool
  public let messages: Messages
  /// A schema of functions.json, by its name.
  public let schema: (_ name: String) -> Schema
  /// The secrets that hooks are signed with.
  public let webhookSecrets: () throws(Problem) -> [[UInt8]]
  /// The values of a variable that holds one or, while it changes, several, separated by spaces; empty where it is
  /// unset.
  public let secrets: (_ variable: String) throws(Problem) -> [String]
  public let certificates: SNSCertificates
  /// `PUBLIC_URL`, without a slash at its end.
  public let publicURL: () throws(Problem) -> String
  /// The `iss` of access tokens.
  public let issuer: String
  /// Hands mails to the relay. Functions that only queue mail have none.
  public let courier: (any Courier)?
  /// The webhooks of mail vendors. Only `on-mail-event` has any.
  public var mailWebhooks: [any MailWebhook.Type] = []
  /// The event's W3C trace context, which what it queues takes along.
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
