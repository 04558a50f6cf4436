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
  package static func test(
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
      authentication: Authentication(
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
      timeZone: { _ in touched("timeZone", nil) },
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

  package static var fixture: SecretKey {
    SecretKey { () throws(Problem) in Loaded(current: [UInt8](repeating: 1, count: 32), previous: nil) }
  }
}

extension Messages {
  fileprivate static var untouchable: Messages {
    Messages { (_, _) throws(Problem) in throw touched("messages", .bug("untouchable")) }
  }

  /// Every message is its own name.
  package static var fixture: Messages {
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

/// The ids `<prefix>1`, `<prefix>2` …
package func ids(_ prefix: String) -> () -> String {
  var count = 0
  return {
    count += 1
    return "\(prefix)\(count)"
  }
}

/// Predictable bytes: 1, 2, 3 …, continued from call to call.
package func fixedRandom() -> (Int) -> [UInt8] {
  var next: UInt8 = 0
  return { count in
    (0..<count).map { _ in
      next &+= 1
      return next
    }
  }
}
