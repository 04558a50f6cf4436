// SPDX-License-Identifier: Apache-2.0

import Configuration
import Domain
import Functions
import HTTP
import Identity

/// Apple Push Notification service over HTTP/2, with a token that `APNS_PRIVATE_KEY` signs (developer.apple.com,
/// "Establishing a token-based connection to APNs", "Sending notification requests to APNs", "Handling notification
/// responses from APNs").
final class APNsClient: PushClient {
  private let rules: PushRules.APNs
  private let key: VendorKey
  private let url: String

  let name = "apns"
  let tokenName: String

  /// Apple accepts tokens for an hour, and a new one only after 20 minutes.
  private static let tokenLifetime = Duration.minutes(40)

  /// - Throws: `service/misconfigured` with the name of the variable.
  init(_ rules: PushRules.APNs, _ settings: Settings) throws(Problem) {
    guard let pem = try settings["APNS_PRIVATE_KEY"] else {
      throw .misconfigured("APNS_PRIVATE_KEY", "is unset, and the policy has push.apns")
    }
    guard let key = VendorKey(pem: pem, .es256) else {
      throw .misconfigured("APNS_PRIVATE_KEY", "should be a private key for ES256 in PEM: Apple's file AuthKey_….p8")
    }
    self.rules = rules
    self.key = key
    tokenName = "\(rules.teamID) \(rules.keyID) \(hashed(pem).prefix(16))"
    url = try settings.vendorURL(
      "APNS_API_URL", "https://api.\(rules.isSandbox ? "sandbox." : "")push.apple.com", "")
  }

  func makeToken(now: Timestamp, by deadline: Deadline) throws(Problem) -> ServiceTokens.Token {
    let claims: JSON = ["iss": .string(rules.teamID), "iat": JSON(now.wholeSeconds)]
    return ServiceTokens.Token(try key.signed(claims, keyID: rules.keyID), expiresAt: now + Self.tokenLifetime)
  }

  func prepare(_ curl: Curl, _ message: PushMessage, to device: String, token: String) {
    let headers = [
      "authorization: bearer \(token)", "apns-id: \(message.id)", "apns-collapse-id: \(message.id)",
      "apns-topic: \(rules.topic)", "apns-push-type: alert", "apns-priority: 10",
      "apns-expiration: \(message.expiresAt.wholeSeconds)",
    ]
    let aps: JSON = [
      "alert": ["title": .string(message.title), "body": .string(message.body)], "sound": "default",
    ]
    var members = JSON.Members([(name: "aps", value: aps), (name: "type", value: .string(message.event))])
    for (name, value) in message.data { members[name] = .string(value) }
    curl.setPush("\(url)/3/device/\(device.pathSegment)", headers: headers, .object(members), isHTTP2Only: true)
  }

  func attempt(_ answer: PushAnswer) -> DeliveryAttempt {
    let reason = answer.json?["reason"]?.string?.prefix(64) ?? ""
    let text = "HTTP status \(answer.status) \(reason)".trimmed
    switch (answer.status, reason) {
    case (200...299, _): return .sent(id: nil)
    case (410, _): return .deadToken(text)
    // The token belongs to another app or to Apple's other environment, or is not a token. It is kept: with a wrong
    // `push.apns.sandbox` this is the answer for each device.
    case (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"), (404, "BadPath"): return .refused(text)
    // They concern the key, the topic or the URL, not the message.
    case (401, _), (403, _), (404, _), (405, _), (400, "BadTopic"), (400, "MissingTopic"), (400, "TopicDisallowed"),
      (300...399, _):
      return .waitForOperator(text)
    case (408, _), (429, _), (500..., _): return .retry(text, after: answer.retryAfter)
    default: return .refused(text)
    }
  }

  /// A refused token is not replaced, because its successor would be refused too, and Apple counts them. It is made
  /// again when it expires here, or with another key.
  func refusesToken(_ answer: PushAnswer) -> Bool {
    answer.status == 403 && answer.json?["reason"]?.string == "ExpiredProviderToken"
  }
}
