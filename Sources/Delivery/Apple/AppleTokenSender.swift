// SPDX-License-Identifier: Apache-2.0

import CCurl
import Configuration
import Domain
import Functions
import HTTP
import Identity

/// Exchanges authorization codes and revokes refresh tokens at Apple ("Sign in with Apple REST API": "Generate and
/// validate tokens", "Revoke tokens").
package final class AppleTokenSender {
  private let secret: AppleClientSecret
  private let base: String

  /// - Throws: `service/misconfigured` with the name of the variable.
  package init(_ settings: Settings, _ policy: Policy) throws(Problem) {
    guard let client = policy.appleClient else {
      throw .misconfigured("POLICY_FILE", "/providers/apple: Apple's endpoints need teamID, keyID and clientIDs")
    }
    guard let pem = try settings["APPLE_PRIVATE_KEY"] else {
      throw .misconfigured("APPLE_PRIVATE_KEY", "is unset, and the policy has a key id of Apple")
    }
    guard let secret = AppleClientSecret(pem: pem, client) else {
      throw .misconfigured("APPLE_PRIVATE_KEY", "should be the content of Apple's .p8 file, a PEM with a P-256 key")
    }
    self.secret = secret
    base = try settings.vendorURL("APPLE_API_URL", "https://appleid.apple.com", "")
  }

  func route(_ kind: OutboxMessage.Kind, _ values: JSON, traceparent: String?) -> Route {
    let clientID = values["clientID"]?.string ?? ""
    let isExchange = kind == .appleExchange
    let parameters =
      isExchange
      ? [("grant_type", "authorization_code"), ("code", values["code"]?.string ?? "")]
      : [("token_type_hint", "refresh_token"), ("token", values["token"]?.string ?? "")]
    let request = { [self] (curl: Curl) throws(Problem) -> [UInt8]? in
      try prepare(curl, isExchange ? "/auth/token" : "/auth/revoke", of: clientID, parameters, traceparent)
    }
    let attempt = isExchange ? Self.exchange : Self.revocation
    return Route(
      name: "apple", prepare: request, attempt: attempt,
      send: { (deadline, _) throws(Problem) in
        let curl = try Curl()
        return attempt(curl.perform(upload: try request(curl) ?? [], by: deadline))
      })
  }

  /// Whether Apple accepts the key for a client id: asks for the refresh of a token that does not exist.
  package func probe(_ clientID: String, by deadline: Deadline) throws(Problem) -> RelayProbe {
    let curl = try Curl()
    _ = try prepare(
      curl, "/auth/token", of: clientID, [("grant_type", "refresh_token"), ("refresh_token", "vestibule-doctor")], nil)
    let reply = curl.perform(by: deadline)
    switch Self.exchange(reply) {
    case .sent, .exchanged: return .answers("accepts the key")
    case .refused where Self.error(of: reply) == "invalid_grant": return .answers("accepts the key")
    case .refused(let reason), .bounced(_, let reason, _), .deadToken(let reason), .waitForOperator(let reason):
      return .refused(reason)
    case .retry(let reason, _), .retrySameRelay(let reason, _), .unknown(let reason), .relayFailure(let reason, _),
      .relayInDoubt(let reason, _, _), .relayBusy(let reason), .relaySlow(let reason), .unsupported(let reason, _):
      return .unreachable(reason)
    }
  }

  private func prepare(
    _ curl: Curl, _ path: String, of clientID: String, _ parameters: [(String, String)], _ traceparent: String?
  ) throws(Problem) -> [UInt8] {
    // The time of this attempt, because the client secret expires.
    let secret = try secret.text(for: clientID, at: currentTime())
    let form = formEncoded([("client_id", clientID), ("client_secret", secret)] + parameters)
    curl.begin(base + path, headers: ["Accept: application/json"], traceparent: traceparent)
    curl.post(form: form)
    // A code can be used once: a repeated request would get a refusal, and the answer with the token would be lost.
    curl.sendOnlyOnce()
    return []
  }
}

// What Apple's answers mean.
extension AppleTokenSender {
  static func exchange(_ reply: Curl.Reply) -> DeliveryAttempt {
    guard reply.code == CURLE_OK, (200...299).contains(reply.status) else { return failure(reply) }
    guard let answer = try? JSON(parsing: reply.body), answer.members != nil else {
      return .retry("HTTP status \(reply.status) without JSON", after: nil)
    }
    guard let token = answer["refresh_token"]?.string, !token.isEmpty else {
      return .refused("the answer has no refresh token")
    }
    return .exchanged(AppleGrant(refreshToken: token, subject: answer["id_token"].map(subject)))
  }

  /// Apple answers with 200 also for tokens that are revoked already.
  static func revocation(_ reply: Curl.Reply) -> DeliveryAttempt {
    reply.code == CURLE_OK && reply.status == 200 ? .sent(id: nil) : failure(reply)
  }

  /// The subject of an ID token; empty if the token cannot be read. The signature is not verified, because the token
  /// comes directly from Apple (OpenID Connect Core 1.0, section 3.1.3.7).
  private static func subject(of token: JSON) -> String {
    let parts = (token.string ?? "").split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let bytes = bytes(base64: parts[1]), let claims = try? JSON(parsing: bytes) else {
      return ""
    }
    return claims["sub"]?.string ?? ""
  }

  /// The code of an error ("ErrorResponse"); nil if the answer has none.
  private static func error(of reply: Curl.Reply) -> String? { (try? JSON(parsing: reply.body))?["error"]?.string }

  private static func failure(_ reply: Curl.Reply) -> DeliveryAttempt {
    guard reply.code == CURLE_OK else { return failure(of: reply, reply.failure) }
    let error = error(of: reply)
    let reason = ["HTTP status \(reply.status)", error].compactMap { $0 }.joined(separator: ": ").prefix(300)
    switch (error, reply.status) {
    case (_, 408), (_, 429), (_, 500...): return .retry(String(reason), after: pause(reply))
    // The key, the ids or the client, none of which is the message's fault.
    case ("invalid_client", _), ("unauthorized_client", _): return .waitForOperator(String(reason))
    case (.some, 400...499): return .refused(String(reason))
    // Another server, for example because APPLE_API_URL is wrong.
    default: return .waitForOperator(String(reason))
    }
  }

  private static func failure(of reply: Curl.Reply, _ reason: String) -> DeliveryAttempt {
    switch reply.code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
      .waitForOperator(reason)
    default: .retry(reason, after: nil)
    }
  }

  /// The time of `Retry-After` in seconds, at most an hour.
  private static func pause(_ reply: Curl.Reply) -> Duration? {
    reply.header("Retry-After").flatMap(Int.init).map { .seconds(min(max($0, 0), 3600)) }
  }
}
