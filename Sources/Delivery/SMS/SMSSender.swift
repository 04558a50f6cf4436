// SPDX-License-Identifier: Apache-2.0

import CCurl
import Configuration
import Domain
import Functions
import HTTP
import Identity

/// Sends text messages through an HTTP gateway with Twilio's interface: `POST /2010-04-01/Accounts/SID/Messages.json`
/// with `From`, `To` and `Body` as a form, and HTTP Basic with the account's id and token (Twilio, "Messages
/// resource").
final class SMSSender {
  private let url: String
  private let account: String
  private let token: String
  private let sender: String

  /// - Throws: `service/misconfigured` with the name of the variable.
  init(_ settings: Settings) throws(Problem) {
    guard let gateway = try settings["SMS_URL"], gateway.hasPrefix("twilio:"), gateway.count > 7 else {
      throw .misconfigured("SMS_URL", "should be twilio:ACCOUNT_SID, to send text messages")
    }
    guard let token = try settings["SMS_API_KEY"] else { throw .misconfigured("SMS_API_KEY", "is unset") }
    guard let sender = try settings["SMS_FROM"] else {
      throw .misconfigured("SMS_FROM", "is unset; it should be the sending number, such as +15551234567")
    }
    account = String(gateway.dropFirst(7))
    self.token = token
    self.sender = sender
    url = try settings.vendorURL(
      "SMS_API_URL", "https://api.twilio.com", "/2010-04-01/Accounts/\(account)/Messages.json")
  }

  func route(to number: String, text: String, traceparent: String?) -> Route {
    Route(
      name: "sms", prepare: { [self] (curl) throws(Problem) in prepare(curl, number, text, traceparent) },
      attempt: Self.attempt,
      send: { [self] (beginning, end) throws(Problem) in
        let curl = try Curl()
        let upload = prepare(curl, number, text, traceparent)
        return Self.attempt(curl.perform(upload: upload, by: end, beginningBy: beginning))
      })
  }

  private func prepare(_ curl: Curl, _ number: String, _ text: String, _ traceparent: String?) -> [UInt8] {
    curl.begin(url, traceparent: traceparent)
    curl.set(CURLOPT_USERNAME, account)
    curl.set(CURLOPT_PASSWORD, token)
    curl.post(form: formEncoded([("From", sender), ("To", number), ("Body", text)]))
    curl.sendOnlyOnce()
    return []
  }

  /// What is wrong with the operator's account or sending number, and not with the recipient (Twilio, "Error and
  /// Warning Dictionary"): no right to send to that country; a number that is not the account's, or cannot send text
  /// messages, or whose queue is full; a trial account; a messaging service without numbers.
  private static let codesOfAccount: Set<Int> = [
    21_212, 21_408, 21_603, 21_606, 21_608, 21_611, 21_659, 21_660, 21_703, 21_705,
  ]

  /// The gateway does not deduplicate, so a lost answer means that the outcome is unknown.
  static func attempt(_ reply: Curl.Reply) -> DeliveryAttempt {
    let answer = try? JSON(parsing: reply.body)
    let reason = "HTTP status \(reply.status): \((answer?["message"]?.string ?? "").prefix(300))"
    switch (reply.code, reply.status) {
    case (CURLE_OK, 200...299): return .sent(id: answer?["sid"]?.string)
    case (CURLE_OK, 401), (CURLE_OK, 403), (CURLE_OK, 404): return .waitForOperator(reason)
    case (CURLE_OK, 429), (CURLE_OK, 500...599): return .retry(reason, after: reply.retryAfter)
    case (CURLE_OK, _):
      let code = answer?["code"]?.integer
      return code.map(codesOfAccount.contains) ?? false ? .waitForOperator(reason) : .refused(reason)
    case (CURLE_PEER_FAILED_VERIFICATION, _):
      return .waitForOperator(reply.failure)
    case _ where !reply.isSent: return .retry(reply.failure, after: nil)
    default: return .unknown(reply.failure)
    }
  }
}
