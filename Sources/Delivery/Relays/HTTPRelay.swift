// SPDX-License-Identifier: Apache-2.0

import CCurl
import Configuration
import Domain
import Functions
import HTTP

/// Posts mails to a vendor's HTTP interface. It uses HTTP/1.1, where a connection carries one request at a time, so
/// that a lost connection makes the outcome of only one mail unknown. It trusts the system's certificates and does not
/// follow redirects.
final class HTTPRelay: NetworkRelay {
  private let service: any MailService
  private var curl: Curl?
  var name: String { service.name }

  init(_ service: any MailService) { self.service = service }

  struct Request {
    var headers: [String]
    var body: [UInt8]
    var signature: Signature?

    init(headers: [String], body: [UInt8]) { (self.headers, self.body) = (headers, body) }

    init(headers: [String], json: JSON, signature: Signature? = nil) {
      self.init(headers: ["Content-Type: application/json"] + headers, body: json.line)
      self.signature = signature
    }
  }

  /// AWS Signature Version 4, which libcurl computes.
  struct Signature {
    /// Provider, region and service, such as `aws:amz:eu-west-1:ses`.
    let scope: String
    let keyID: String
    let key: String
  }

  struct Answer {
    let status: Int
    let reply: Curl.Reply
    let json: JSON?

    init(_ reply: Curl.Reply) {
      status = reply.status
      self.reply = reply
      json = try? JSON(parsing: reply.body)
    }
  }

  /// `dropped`: the vendor does not send to the address, because it is on its own suppression list. `noAddress`: the
  /// vendor calls the recipient's address invalid. `tooLarge`: the vendor takes no mail of that size.
  enum Meaning { case sent, retry, refused, dropped, noAddress, tooLarge, unknown, waitForOperator }

  func send(_ message: MailMessage, by deadline: Deadline, until end: Deadline) throws(Problem) -> DeliveryAttempt {
    let curl = if let curl { curl } else { try Curl() }
    self.curl = curl
    set(curl, for: message)
    return attempt(curl.perform(by: end, beginningBy: deadline), for: message)
  }

  func prepare(_ curl: Curl, for message: MailMessage) -> [UInt8]? {
    set(curl, for: message)
    return []
  }

  /// Sends a GET with the vendor's key to the URL for mails. No mail is sent.
  func probe(from sender: Mailbox, by deadline: Deadline) throws(Problem) -> RelayProbe {
    let curl = try Curl()
    let example = MailMessage(
      id: "probe", date: Timestamp(seconds: 0), from: sender, to: sender, replyTo: nil, subject: "", extraHeaders: [],
      text: "", html: "")
    set(curl, for: example)
    curl.set(CURLOPT_HTTPGET, 1)
    let reply = curl.perform(by: deadline)
    guard reply.status >= 200 else { return .unreachable(reply.failure) }
    let reason = ["HTTP \(reply.status)", vendorMessage(Answer(reply))].compactMap { $0 }.joined(separator: ": ")
    switch reply.status {
    case 401, 402, 403, 407: return .refused(reason)
    case 500...: return .unreachable(reason)
    default: return .answers("HTTP \(reply.status) to a GET request")
    }
  }

  private func set(_ curl: Curl, for message: MailMessage) {
    let request = service.request(for: message)
    curl.begin(
      service.url, headers: ["Accept: application/json"] + request.headers, traceparent: message.traceparent,
      waitsForContinue: true)
    curl.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    curl.post(request.body)
    curl.connectInHalfTheTime()
    if !service.deduplicates { curl.sendOnlyOnce() }
    if let signature = request.signature {
      curl.set(CURLOPT_AWS_SIGV4, signature.scope)
      curl.set(CURLOPT_USERNAME, signature.keyID)
      curl.set(CURLOPT_PASSWORD, signature.key)
    }
  }

  func attempt(_ reply: Curl.Reply, for message: MailMessage) -> DeliveryAttempt {
    if reply.status >= 200 { return attempt(Answer(reply), for: message) }
    let reason = reply.failure
    if reply.isLate { return .relaySlow(reason) }
    switch reply.code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
      return .relayFailure(reason, after: nil)
    case CURLE_ABORTED_BY_CALLBACK: return .unknown("the connection was closed before the answer")
    default:
      guard reply.isSent else { return .relayFailure(reason, after: nil) }
      return service.deduplicates ? .retrySameRelay(reason, after: nil) : .unknown(reason)
    }
  }

  private func attempt(_ answer: Answer, for message: MailMessage) -> DeliveryAttempt {
    let said = vendorMessage(answer)
    let reason = ["HTTP \(answer.status)", said].compactMap { $0 }.joined(separator: ": ")
    switch service.meaning(of: answer) ?? Self.meaning(of: answer) {
    case .sent: return .sent(id: service.id(in: answer))
    case .retry:
      let pause = pause(answer)
      // A server behind the gateway may have accepted the mail.
      let isInDoubt = [502, 504].contains(answer.status) || answer.status == 500 && service.deduplicates
      return isInDoubt
        ? .relayInDoubt(reason, after: pause, recognises: service.deduplicates) : .relayFailure(reason, after: pause)
    case .refused:
      let diagnosis = BounceDiagnosis(text: said)
      if diagnosis.isAboutSender || diagnosis.isAboutAccount(in: said ?? "") {
        return .relayFailure(reason, after: pause(answer))
      }
      return .bounced(
        diagnosis.reason(or: .other, isAddressPossible: diagnosis.wording != .address), reason, text: said)
    case .dropped: return .bounced(.dropped, reason, text: said)
    // A vendor that knows only ASCII calls other addresses invalid, which people may well have.
    case .noAddress: return .bounced(message.needsSMTPUTF8 ? .other : .address, reason, text: said)
    case .tooLarge: return .bounced(.content, reason, text: said)
    case .unknown: return service.deduplicates ? .retrySameRelay(reason, after: pause(answer)) : .unknown(reason)
    case .waitForOperator: return .relayFailure(reason, after: pause(answer))
    }
  }

  /// The meaning of a status at all vendors (RFC 9110, section 15).
  private static func meaning(of answer: Answer) -> Meaning {
    switch answer.status {
    // Vendors answer with JSON. Other content comes from another server, for example because MAIL_API_URL is wrong.
    case 200...299:
      answer.reply.code == CURLE_OK && !answer.reply.body.isEmpty && answer.json?.members == nil ? .unknown : .sent
    // The failure concerns the account, its key or the URL, not the mail.
    case 300...399, 401, 402, 403, 404, 405, 407: .waitForOperator
    case 408, 425, 429, 500...: .retry
    case 413: .tooLarge
    default: .refused
    }
  }

  /// The time after which the vendor accepts a retry, at most a day.
  private func pause(_ answer: Answer) -> Duration? {
    answer.reply.retryAfter ?? service.pause(in: answer)?.limitedPause
  }

  /// The vendor's error text on one short line, without addresses, keys and links.
  private func vendorMessage(_ answer: Answer) -> String? {
    var text = service.errorText(in: answer) ?? String(decoding: answer.reply.body, as: UTF8.self)
    for secret in service.secrets {
      // By bytes, because a combining mark after the key would form another `Character` with its last letter.
      text = String(decoding: Array(text.utf8).replacing(Array(secret.utf8), with: "[key]".utf8), as: UTF8.self)
    }
    let isSpace = { (character: Character) in
      character.isWhitespace || character.unicodeScalars.contains(where: \.isControl)
    }
    let words = text.split(whereSeparator: isSpace).map { word in
      // Links in mails contain codes or tokens.
      word.contains("@") ? "[address]" : word.contains("://") ? "[link]" : String(word)
    }
    return words.isEmpty ? nil : String(words.joined(separator: " ").prefix(300))
  }
}

extension BounceDiagnosis {
  /// Whether a vendor speaks of the account that sends. It answers before it has asked any server of the recipient, so
  /// its words about an account or a quota are not about the recipient's mailbox.
  fileprivate func isAboutAccount(in text: String) -> Bool {
    wording == .mailboxFull || wording == .address && text.lowercased().contains("account")
  }
}
