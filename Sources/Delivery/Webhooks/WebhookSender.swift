// SPDX-License-Identifier: Apache-2.0

import CCurl
import Configuration
import Domain
import Functions
import HTTP
import Identity

/// Sends webhooks to the URLs of the policy, signed according to Standard Webhooks (github.com/standard-webhooks).
final class WebhookSender {
  private let secret: [UInt8]
  /// Whether receivers may have private or loopback addresses and use plain HTTP.
  private let allowsPrivate: Bool

  /// - Throws: `service/misconfigured` without a secret.
  init(_ settings: Settings) throws(Problem) {
    guard let text = try settings["WEBHOOK_SIGNING_SECRET"], let secret = StandardWebhook.secret(text) else {
      throw .misconfigured("WEBHOOK_SIGNING_SECRET", "should be whsec_ and base64, because the policy has webhooks")
    }
    self.secret = secret
    allowsPrivate = try settings.flag("ALLOW_INSECURE")
  }

  func route(to url: String, id: String, payload: JSON, traceparent: String?) -> Route {
    let request = { [self] (curl: Curl) throws(Problem) -> [UInt8]? in
      try prepare(curl, url: url, id: id, body: payload.line, traceparent)
    }
    return Route(
      name: "webhook", prepare: request, attempt: Self.attempt,
      send: { (deadline, _) throws(Problem) in
        let curl = try Curl()
        return Self.attempt(curl.perform(upload: try request(curl) ?? [], by: deadline))
      })
  }

  private func prepare(
    _ curl: Curl, url: String, id: String, body: [UInt8], _ traceparent: String?
  ) throws(Problem) -> [UInt8] {
    // The time of this attempt, because receivers refuse requests that are older than a few minutes.
    let headers = StandardWebhook.headers(id: id, at: currentTime(), body: body, secret: secret)
    curl.begin(url, headers: ["Content-Type: application/json"] + headers, traceparent: traceparent)
    if !allowsPrivate {
      curl.set(CURLOPT_PROTOCOLS_STR, "https")
      // A proxy could connect to private addresses.
      curl.set(CURLOPT_NOPROXY, "*")
      curl.allowPublicAddressesOnly()
    }
    curl.set(CURLOPT_POST, 1)
    curl.set(CURLOPT_POSTFIELDSIZE, body.count)
    return body
  }

  /// Receivers recognise duplicates by the id. So every answer other than 2xx is retried, except 410 (Gone).
  static func attempt(_ reply: Curl.Reply) -> DeliveryAttempt {
    switch (reply.code, reply.status) {
    case (CURLE_OK, 200...299): .sent(id: nil)
    case (CURLE_OK, 410): .refused("HTTP status 410: the receiver no longer accepts webhooks")
    case (CURLE_COULDNT_CONNECT, _), (CURLE_UNSUPPORTED_PROTOCOL, _):
      .retry("\(reply.failure) (or the address is not public)", after: nil)
    case (CURLE_OK, let status): .retry("HTTP status \(status)", after: reply.retryAfter)
    case _: .retry(reply.failure, after: nil)
    }
  }
}
