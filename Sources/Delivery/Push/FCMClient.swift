// SPDX-License-Identifier: Apache-2.0

import CCurl
import Configuration
import Domain
import Functions
import HTTP
import Identity

/// Firebase Cloud Messaging, HTTP v1 API, with the service account in `FCM_SERVICE_ACCOUNT` (firebase.google.com,
/// "projects.messages.send", "FCM Error Codes"). Its key signs an assertion (RFC 7523), which Google exchanges for an
/// access token (developers.google.com, "Using OAuth 2.0 for Server to Server Applications").
final class FCMClient: PushClient {
  private let account: Account
  private let url: String

  let name = "fcm"
  let tokenName: String

  private struct Account {
    let email: String
    let key: VendorKey
    let keyID: String?
    /// Where the assertion is exchanged.
    let tokenURL: String
  }

  private static let scope = "https://www.googleapis.com/auth/firebase.messaging"

  /// - Throws: `service/misconfigured` with the name of the variable.
  init(projectID: String, _ settings: Settings) throws(Problem) {
    guard let text = try settings["FCM_SERVICE_ACCOUNT"] else {
      throw .misconfigured("FCM_SERVICE_ACCOUNT", "is unset, and the policy has push.fcm")
    }
    account = try Self.account(text)
    tokenName = "\(account.email) \(hashed(text).prefix(16))"
    url = try settings.vendorURL(
      "FCM_API_URL", "https://fcm.googleapis.com", "/v1/projects/\(projectID.pathSegment)/messages:send")
  }

  private static func account(_ text: String) throws(Problem) -> Account {
    func wrong(_ what: String) -> Problem {
      .misconfigured("FCM_SERVICE_ACCOUNT", "should be the JSON file of a service account; \(what)")
    }
    guard let json = try? JSON(parsing: Array(text.utf8)), json["type"] == "service_account" else {
      throw wrong("it is not JSON with the type service_account")
    }
    guard let email = json["client_email"]?.string, !email.isEmpty else { throw wrong("client_email is missing") }
    guard let pem = json["private_key"]?.string, let key = VendorKey(pem: pem, .rs256) else {
      throw wrong("private_key is not a private RSA key in PEM")
    }
    let url = json["token_uri"]?.string ?? "https://oauth2.googleapis.com/token"
    guard isConfidential(url) else { throw wrong("token_uri is not an https URL") }
    return Account(email: email, key: key, keyID: json["private_key_id"]?.string, tokenURL: url)
  }

  func makeToken(now: Timestamp, by deadline: Deadline) throws(Problem) -> ServiceTokens.Token {
    let claims: JSON = [
      "iss": .string(account.email), "scope": .string(Self.scope), "aud": .string(account.tokenURL),
      "iat": JSON(now.wholeSeconds), "exp": JSON(now.wholeSeconds + 3600),
    ]
    let assertion = try account.key.signed(claims, keyID: account.keyID)
    let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    let request = OAuthTokenRequest(url: account.tokenURL, form: [("grant_type", grant), ("assertion", assertion)])
    return try request.answer(by: deadline).token(madeAt: now)
  }

  func prepare(_ curl: Curl, _ message: PushMessage, to device: String, token: String) {
    var data = JSON.Members([(name: "type", value: .string(message.event))])
    for (name, value) in message.data { data[name] = .string(value) }
    let remaining = max(.zero, message.expiresAt - currentTime()).secondsRoundedUp
    let content: JSON = [
      "token": .string(device),
      "notification": ["title": .string(message.title), "body": .string(message.body)],
      "data": .object(data),
      // A device replaces a notification that has the same tag or id.
      "android": [
        "priority": "HIGH", "ttl": .string("\(remaining)s"),
        "notification": ["tag": .string(message.id), "sound": "default"],
      ],
      "apns": [
        "headers": [
          "apns-collapse-id": .string(message.id), "apns-priority": "10",
          "apns-expiration": .string(String(message.expiresAt.wholeSeconds)),
        ],
        "payload": ["aps": ["sound": "default"]],
      ],
    ]
    curl.setPush(url, headers: ["Authorization: Bearer \(token)"], ["message": content], isHTTP2Only: false)
  }

  func attempt(_ answer: PushAnswer) -> DeliveryAttempt {
    let error = answer.json?["error"]
    let details = error?["details"]?.array ?? []
    let code = Self.code(of: answer)
    let text = "HTTP status \(answer.status) \((code ?? error?["status"]?.string ?? "").prefix(64))".trimmed
    switch answer.status {
    case 200...299: return .sent(id: answer.json?["name"]?.string)
    case 404 where code == "UNREGISTERED": return .deadToken(text)
    case 400 where Self.concernsToken(details): return .deadToken(text)
    // The token is of a device that the project cannot reach: of an app without its APNs key, or of another project.
    case 401 where code == "THIRD_PARTY_AUTH_ERROR", 403 where code == "SENDER_ID_MISMATCH": return .refused(text)
    // They concern the service account, the project or the URL, not the message.
    case 300...399, 401, 403, 404, 405: return .waitForOperator(text)
    case 408, 429, 500...: return .retry(text, after: answer.retryAfter)
    default: return .refused(text)
    }
  }

  /// Whether an INVALID_ARGUMENT is about the token: FCM then names no field, or the token's.
  private static func concernsToken(_ details: [JSON]) -> Bool {
    let fields = details.flatMap { $0["fieldViolations"]?.array ?? [] }.compactMap { $0["field"]?.string }
    return fields.isEmpty
      ? details.contains { $0["errorCode"] == "INVALID_ARGUMENT" } : fields.allSatisfy { $0 == "message.token" }
  }

  func refusesToken(_ answer: PushAnswer) -> Bool {
    answer.status == 401 && Self.code(of: answer) != "THIRD_PARTY_AUTH_ERROR"
  }

  private static func code(of answer: PushAnswer) -> String? {
    (answer.json?["error"]?["details"]?.array ?? []).compactMap { $0["errorCode"]?.string }.first
  }
}
