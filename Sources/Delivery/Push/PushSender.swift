// SPDX-License-Identifier: Apache-2.0

import CCurl
import Configuration
import Domain
import Functions
import HTTP

/// A push service with the operator's key.
protocol PushClient: AnyObject {
  /// The name in reasons of failures, and before the name of the stored token.
  var name: String { get }
  /// The name of the stored token. It changes with the key.
  var tokenName: String { get }
  /// Makes a token with which requests authenticate.
  func makeToken(now: Timestamp, by deadline: Deadline) throws(Problem) -> ServiceTokens.Token
  /// Sets the options of a request.
  /// - Parameters:
  ///   - device: the token of the device.
  ///   - token: what `makeToken` has made.
  func prepare(_ curl: Curl, _ message: PushMessage, to device: String, token: String)
  /// Interprets an answer.
  func attempt(_ answer: PushAnswer) -> DeliveryAttempt
  /// Whether an answer refuses the token of the request, so a new one has to be made.
  func refusesToken(_ answer: PushAnswer) -> Bool
}

/// The answer of a push service to one message.
struct PushAnswer {
  let status: Int
  let json: JSON?
  let retryAfter: Duration?
}

/// Sends push messages through the services of the policy.
final class PushSender {
  private let clients: [PushService: any PushClient]
  private let tokens: ServiceTokens?
  /// How many requests in a row got no answer, by service.
  private var unanswered: [PushService: Int] = [:]
  /// Why no token could be made. The attempt is not repeated in this run, because it blocks the other messages.
  private var failures: [PushService: Problem] = [:]

  /// After this many requests without an answer, further messages to the service wait for the next run.
  private static let maximumUnanswered = 8

  /// - Throws: `service/misconfigured` with the name of the variable.
  init(_ settings: Settings, _ policy: Policy, tokens: ServiceTokens?) throws(Problem) {
    var clients: [PushService: any PushClient] = [:]
    if let rules = policy.push?.apns { clients[.apns] = try APNsClient(rules, settings) }
    if let project = policy.push?.fcmProjectID { clients[.fcm] = try FCMClient(projectID: project, settings) }
    self.clients = clients
    self.tokens = tokens
  }

  /// The names of the services.
  var names: [String] { clients.values.map(\.name).sorted() }

  /// - Throws: if the service cannot be used now. The message then waits without using up its attempts.
  func route(_ message: PushMessage, to device: String, at service: PushService) throws(Problem) -> Route {
    guard let client = clients[service] else {
      throw .misconfigured("POLICY_FILE", "/push/\(service.rawValue) is missing, and a message goes there")
    }
    if unanswered[service] ?? 0 >= Self.maximumUnanswered {
      throw .unavailable("\(client.name) does not answer", cause: "\(Self.maximumUnanswered) requests in a row")
    }
    let token = try token(client, service)
    return Route(
      name: client.name,
      prepare: { (curl) throws(Problem) in
        client.prepare(curl, message, to: device, token: token)
        return []
      },
      attempt: { [self] in attempt($0, client, service) },
      send: { [self] (deadline, _) throws(Problem) in
        let curl = try Curl()
        client.prepare(curl, message, to: device, token: token)
        return attempt(curl.perform(by: deadline), client, service)
      })
  }

  private func token(_ client: any PushClient, _ service: PushService) throws(Problem) -> String {
    if let failure = failures[service] { throw failure }
    guard let tokens else { throw .bug("push messages are sent only by deliver-mail") }
    do throws(Problem) {
      return try tokens.token("\(client.name) \(client.tokenName)") { (now) throws(Problem) in
        try client.makeToken(now: now, by: tokens.deadline)
      }
    } catch {
      failures[service] = error
      throw error
    }
  }

  private func attempt(_ reply: Curl.Reply, _ client: any PushClient, _ service: PushService) -> DeliveryAttempt {
    guard reply.status >= 200, reply.code == CURLE_OK else {
      let reason = reply.failure
      if reply.code == CURLE_PEER_FAILED_VERIFICATION { return .waitForOperator(reason) }
      unanswered[service, default: 0] += 1
      // The device replaces an earlier message with the same id, so a message that was accepted can be repeated.
      return reply.isSent ? .retrySameRelay(reason, after: nil) : .retry(reason, after: nil)
    }
    unanswered[service] = nil
    let answer = PushAnswer(status: reply.status, json: try? JSON(parsing: reply.body), retryAfter: reply.retryAfter)
    if client.refusesToken(answer), let tokens {
      // The next run makes a new one.
      try? tokens.forget("\(client.name) \(client.tokenName)")
      failures[service] = .unavailable("\(client.name) refuses its token", cause: "HTTP status \(answer.status)")
    }
    return client.attempt(answer)
  }
}

extension Curl {
  /// Sets a POST of JSON to a push service.
  /// - Parameter isHTTP2Only: whether the server has no HTTP/1.1. Without TLS, curl must know it in advance.
  func setPush(_ url: String, headers: [String], _ body: JSON, isHTTP2Only: Bool) {
    begin(url, headers: ["Content-Type: application/json"] + headers)
    // The path contains the token of a device, which is text of the app.
    set(CURLOPT_PATH_AS_IS, 1)
    let isPlain = url.hasPrefix("http://")
    set(
      CURLOPT_HTTP_VERSION,
      isPlain && isHTTP2Only
        ? CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE : isPlain ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS)
    if !isPlain {
      // Requests wait for a connection that they can share.
      set(CURLOPT_PIPEWAIT, 1)
    } else if isHTTP2Only {
      // libcurl 7.88 fails with CURLE_HTTP2 if it uses such a connection again. Only stand-ins have no TLS.
      set(CURLOPT_FRESH_CONNECT, 1)
      set(CURLOPT_FORBID_REUSE, 1)
    }
    post(body.line)
    connectInHalfTheTime()
  }
}

extension String {
  /// As a segment of a path: everything except unreserved characters is encoded (RFC 3986, section 2.3).
  var pathSegment: String {
    unicodeScalars.map { scalar in
      "-._~".unicodeScalars.contains(scalar) ? String(scalar) : String(scalar).percentEncoded
    }.joined()
  }
}
