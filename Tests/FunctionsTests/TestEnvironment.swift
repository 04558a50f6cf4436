// SPDX-License-Identifier: Apache-2.0

import Domain
import Functions
import Identity
import Storage
import Testing

extension Environment {
  /// An environment with fixed timestamps, ids and random bytes. A test fails if it uses a member that it did not set,
  /// except the policy and the time, which are fixed. Without `courier` no mail can be sent. Passwords are hashed and
  /// access tokens are issued with the members `random` and `secret`.
  static func test(
    policy: Policy = .fixture(), now: Timestamp = .t0, clock: (() -> Timestamp)? = nil,
    pause: ((Duration) -> Void)? = nil, deadline: Duration = .seconds(30), random: ((Int) -> [UInt8])? = nil,
    newID: (() -> String)? = nil,
    store: Store? = nil, secret: SecretKey? = nil, messages: Messages? = nil, publicURL: String? = nil,
    isCommonPassword: ((String) -> Bool)? = nil, courier: (any Courier)? = nil
  ) -> Environment {
    let store = store ?? .untouchable
    let secret = secret ?? .untouchable
    let random = random ?? { count in touched("random", [UInt8](repeating: 0, count: count)) }
    let deadline = Deadline(in: deadline)
    let issuerClient = IssuerClient(
      store: .untouchable, now: now, deadline: deadline, traceparent: nil, allowInsecure: false)
    return Environment(
      policy: policy,
      clock: EventClock(
        eventTime: now, deadline: deadline, time: clock ?? { touched("clock", now) },
        sleep: pause ?? { _ in touched("pause", ()) }),
      random: random, newID: newID ?? { touched("newID", "") }, store: store, secret: secret,
      credentials: Credentials(
        idTokens: IDTokenVerifier(providers: [:], keySets: KeySets(issuerClient), now: now),
        codeFlow: CodeFlow(issuerClient) { touched("codeFlow", []) },
        accessTokens: AccessTokens(
          issuer: "https://pfa.example", secret: secret, random: random, now: now, lifetime: policy.session.access),
        passwordHasher: PasswordHasher(
          parameters: .init(memoryKiB: 7168, iterations: 1, parallelism: 1), random: random),
        isCommonPassword: isCommonPassword ?? { _ in touched("isCommonPassword", false) }),
      webhookKeys: WebhookKeys(now: now, certificates: SNSCertificates(issuerClient)) { _ in touched("webhookKeys", [])
      },
      messages: messages ?? .untouchable,
      catalogue: FunctionCatalogue(
        schema: { _ in touched("schema", Schema([:], definition: { _ in nil })) },
        entry: { _ in touched("entry", (AccessRule(["access": "anyone"]), Schema([:], definition: { _ in nil }))) }),
      publicURL: { () throws(Problem) in publicURL ?? touched("publicURL", "") },
      courier: courier, traceparent: nil, page: nil,
      requirePerson: { (_, _, _) throws(Problem) in touched("requirePerson", ()) })
  }
}

private func touched<Value>(_ member: String, _ value: Value) -> Value {
  Issue.record("\(member) was touched and not given")
  return value
}

extension Store {
  fileprivate static var untouchable: Store {
    .sqlite(path: "/dev/null/store", legacyRole: nil, deadline: Deadline(in: .zero)) { () throws(Problem) in
      throw touched("store", .bug("untouchable"))
    }
  }
}

extension SecretKey {
  fileprivate static var untouchable: SecretKey {
    SecretKey { () throws(Problem) in throw touched("secret", .bug("untouchable")) }
  }

  static var fixture: SecretKey {
    SecretKey { () throws(Problem) in Loaded(current: [UInt8](repeating: 1, count: 32), previous: nil) }
  }
}

extension Messages {
  fileprivate static var untouchable: Messages {
    Messages { (_, _) throws(Problem) in throw touched("messages", .bug("untouchable")) }
  }

  /// Every message is its own name.
  static var fixture: Messages {
    Messages { (locale, section) throws(Problem) in
      switch section {
      case .errors:
        .object(JSON.Members(ErrorCode.allCases.map { ($0.rawValue, .string("\(locale) \($0.rawValue)")) }))
      case .results: ["invitationResent": "resent {email}", "invitationRequeued": "queued {email}"]
      default: [:]
      }
    }
  }
}

/// A relay that returns a fixed result and records its mails.
final class TestCourier: Courier {
  private(set) var mails: [OutboxMessage] = []
  var outcome: DeliveryAttempt

  init(_ outcome: DeliveryAttempt = .sent(id: "v1")) { self.outcome = outcome }

  func check() throws(Problem) {}

  func send(
    _ mail: OutboxMessage, avoiding relays: Set<String>, by deadline: Deadline, tokens: ServiceTokens
  ) throws(Problem) -> FinishedMessage {
    mails.append(mail)
    return FinishedMessage(mail, outcome)
  }
}

/// The defaults of test relays: no rate limit, and a sender that sends one message at a time.
extension Courier {
  var rate: Double? { nil }

  var relayNames: [String] { ["relay"] }

  var retryTime: Duration { .hours(120) }

  func check(_ kind: OutboxMessage.Kind, locales: [String?]) throws(Problem) {}

  func sender(timeout: Duration, by deadline: Deadline, tokens: ServiceTokens) throws(Problem) -> any OutboxSender {
    OneByOneSender(self, by: deadline, tokens)
  }
}

private final class OneByOneSender: OutboxSender {
  let slowest = Duration.zero
  private let courier: any Courier
  private let deadline: Deadline
  private let tokens: ServiceTokens
  private var ended: [FinishedMessage] = []

  init(_ courier: any Courier, by deadline: Deadline, _ tokens: ServiceTokens) {
    self.tokens = tokens
    self.courier = courier
    self.deadline = deadline
  }

  var capacity: Int { ended.isEmpty ? 1 : 0 }
  var isIdle: Bool { ended.isEmpty }

  var reduction: (relay: String, connections: Int)? { nil }

  func limit(to connections: Int) {}

  func start(_ message: OutboxMessage, avoiding relays: Set<String>) {
    do throws(Problem) {
      ended.append(try courier.send(message, avoiding: relays, by: deadline, tokens: tokens))
    } catch {
      ended.append(FinishedMessage(message, .renderingFailed(error)))
    }
  }

  func finished(waitingAtMost timeout: Duration) -> [FinishedMessage] {
    defer { ended = [] }
    return ended
  }
}

/// The ids `<prefix>1`, `<prefix>2` …
func ids(_ prefix: String) -> () -> String {
  var count = 0
  return {
    count += 1
    return "\(prefix)\(count)"
  }
}

/// Predictable bytes: 1, 2, 3 …, continued from call to call.
func fixedRandom() -> (Int) -> [UInt8] {
  var next: UInt8 = 0
  return { count in
    (0..<count).map { _ in
      next &+= 1
      return next
    }
  }
}
