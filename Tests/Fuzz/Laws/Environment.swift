// SPDX-License-Identifier: Apache-2.0

import Crypto
import Domain
import Functions
import Identity
import Storage

extension Environment {
  /// A world with every vendor's secret and nothing else in it.
  nonisolated(unsafe) static let vendors: Environment = {
    let now = Timestamp(seconds: 1_795_268_220)
    let deadline = Deadline(in: .zero)
    let secret = SecretKey { () throws(Problem) in throw .bug("no secret is needed") }
    let random = { (count: Int) in [UInt8](repeating: 0, count: count) }
    let issuerClient = IssuerClient(
      store: .untouchable, now: now, deadline: deadline, traceparent: nil, allowInsecure: false)
    let secrets = [
      "RESEND_WEBHOOK_SECRET": "whsec_" + random(24).base64Text,
      "SENDGRID_WEBHOOK_KEY": Array(P256.Signing.PrivateKey().publicKey.derRepresentation).base64Text,
      "MAILGUN_WEBHOOK_KEY": "key-of-mailgun", "POSTMARK_WEBHOOK_LOGIN": "postmark:3ax6xnjp29jd6fds4gc373sgvjxteol0",
      // Of a topic without a region, no certificate is ever fetched.
      "SES_TOPIC_ARN": "arn:aws:sns",
    ]
    return Environment(
      policy: try! PolicyLaws.policy([:])!.policy, now: now,
      clock: ProcessClock(deadline: deadline, time: { now }, sleep: { _ in }),
      random: random, newID: { "" }, store: .untouchable, secret: secret,
      idTokens: IDTokenVerifier(providers: [:], keySets: KeySets(issuerClient), now: now),
      accessTokens: AccessTokens(issuer: "", secret: secret, random: random, now: now, lifetime: .zero),
      passwordHasher: PasswordHasher(parameters: .init(memoryKiB: 7168, iterations: 1, parallelism: 1), random: random),
      isCommonPassword: { _ in false }, messages: Messages { (_, _) throws(Problem) in [:] },
      catalogue: FunctionCatalogue(
        schema: { _ in Schema([:], definition: { _ in nil }) },
        entry: { _ in (AccessRule(["access": "anyone"]), Schema([:], definition: { _ in nil })) }),
      secrets: { secrets[$0].map { [$0] } ?? [] },
      certificates: SNSCertificates(issuerClient),
      publicURL: { "" }, courier: nil, traceparent: nil, page: nil,
      codeFlow: CodeFlow(issuerClient) { [] }, requirePerson: { (_, _, _) throws(Problem) in })
  }()
}

extension Store {
  static var untouchable: Store {
    .sqlite(path: "/dev/null/store", legacyRole: nil, deadline: Deadline(in: .zero)) { () throws(Problem) in
      throw .bug("no database is needed")
    }
  }
}
