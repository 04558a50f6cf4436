// SPDX-License-Identifier: Apache-2.0

import CCurl
import Domain
import Functions
import HTTP
import Identity

/// An SMTP server (RFC 5321), through libcurl. Mails sent one after the other share a connection.
final class SMTPRelay: NetworkRelay {
  private let server: String
  var name: String { server }
  private let user: String?
  private let password: String?
  /// With `smtp:`, STARTTLS before anything else (RFC 3207); nothing is said to a server that does not offer it.
  private let requiresTLS: Bool
  /// Certificates to trust instead of the system's.
  private let certificates: String?
  private var curl: Curl?
  /// Whether the server has said that it takes addresses beyond ASCII.
  private var takesUTF8: Bool?

  /// Reads `smtp[s]://[user:password@]host[:port][?tls=none][&ca=FILE]`.
  init(url: String) throws(Problem) {
    func wrong(_ detail: String) -> Problem { .misconfigured("MAIL_URL", detail) }
    let parts = url.split(separator: "?", maxSplits: 1)
    guard let scheme = parts[0].firstRange(of: "://") else { throw wrong("should be smtp://host:port") }
    let authority = parts[0][scheme.upperBound...].split(separator: "/", omittingEmptySubsequences: false)[0]
    let at = authority.lastIndex(of: "@")
    let host = at.map { authority[authority.index(after: $0)...] } ?? authority
    guard Self.isHost(host) else { throw wrong("should have a host, and a port from 1 to 65535 where it has one") }
    server = "\(parts[0][..<scheme.lowerBound])://\(host)"
    let login = at.map { authority[..<$0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) }
    user = try login.map { (login) throws(Problem) in try decoded(login[0]) }
    password = try login.flatMap { (login) throws(Problem) in login.count > 1 ? try decoded(login[1]) : nil }
    var options: [String: String] = [:]
    for option in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let pair = option.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, ["tls", "ca"].contains(pair[0]) else {
        throw wrong("knows the options tls=none and ca=FILE")
      }
      options[String(pair[0])] = try decoded(pair[1])
    }
    guard options["tls"] == nil || options["tls"] == "none" else { throw wrong("knows no tls but tls=none") }
    requiresTLS = options["tls"] == nil
    certificates = options["ca"]
  }

  /// A name or an IPv4 address, or an IPv6 address in brackets, and perhaps a port.
  private static func isHost(_ text: Substring) -> Bool {
    let end = text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
    let (host, rest) = (text[..<(end ?? text.endIndex)], text[(end ?? text.endIndex)...])
    let port = rest.isEmpty ? 25 : rest.hasPrefix(":") ? Int(rest.dropFirst()) ?? 0 : 0
    return !host.isEmpty && host.utf8.allSatisfy { (0x21...0x7E).contains($0) } && (1...65_535).contains(port)
  }

  func send(_ message: MailMessage, by deadline: Deadline) throws(Problem) -> DeliveryAttempt {
    let curl = if let curl { curl } else { try Curl() }
    self.curl = curl
    if message.needsSMTPUTF8 {
      greet(curl, as: message.from)
      curl.set(CURLOPT_CUSTOMREQUEST, "NOOP")
      let greeting = curl.perform(by: deadline)
      guard greeting.code == CURLE_OK else { return attempt(greeting) }
      if takesUTF8 == nil || !greeting.headers.isEmpty { takesUTF8 = Self.offersUTF8(greeting.headers) ?? takesUTF8 }
      guard takesUTF8 == true else { return .refused("the SMTP server takes no addresses beyond ASCII (SMTPUTF8)") }
    }
    return attempt(curl.perform(upload: envelope(curl, for: message), by: deadline))
  }

  /// Connects, encrypts and signs in, says NOOP and leaves.
  func probe(from sender: Mailbox, by deadline: Deadline) throws(Problem) -> RelayProbe {
    let curl = try Curl()
    greet(curl, as: sender)
    curl.set(CURLOPT_CUSTOMREQUEST, "NOOP")
    switch attempt(curl.perform(by: deadline)) {
    case .sent:
      return .answers(
        (requiresTLS || server.hasPrefix("smtps") ? "encrypted" : "not encrypted")
          + (user == nil ? ", without a login" : ", the login is right"))
    case .held(let words), .refused(let words): return .doubtful(words)
    case .retry(let words, _), .retrySameRelay(let words, _), .unknown(let words): return .outOfReach(words)
    }
  }

  /// Whether the server takes addresses beyond ASCII is found out before such a mail, in a session of its own.
  func prepare(_ curl: Curl, for message: MailMessage) -> [UInt8]? {
    message.needsSMTPUTF8 ? nil : envelope(curl, for: message)
  }

  private func envelope(_ curl: Curl, for message: MailMessage) -> [UInt8] {
    greet(curl, as: message.from)
    curl.set(CURLOPT_MAIL_FROM, "<\(message.from.address.text)>")
    curl.set(CURLOPT_MAIL_RCPT, lines: ["<\(message.to.address.text)>"])
    curl.set(CURLOPT_UPLOAD, 1)
    return message.bytes
  }

  /// Sets what every session with the server needs. It is greeted by the name of the sender's domain.
  private func greet(_ curl: Curl, as sender: Mailbox) {
    curl.reset()
    curl.set(CURLOPT_URL, "\(server)/\(sender.address.domain)")
    curl.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    curl.set(CURLOPT_USE_SSL, Int(requiresTLS ? CURLUSESSL_ALL.rawValue : CURLUSESSL_NONE.rawValue))
    if let user { curl.set(CURLOPT_USERNAME, user) }
    if let password { curl.set(CURLOPT_PASSWORD, password) }
    if let certificates { curl.set(CURLOPT_CAINFO, certificates) }
  }

  /// Whether a reply is all that the server has said.
  private static func isGreeting(_ reply: Curl.Reply) -> Bool {
    let lines = String(decoding: reply.headers, as: UTF8.self).split(whereSeparator: \.isNewline)
    return !lines.isEmpty && lines.allSatisfy { $0.hasPrefix(String(reply.status)) }
      && reply.code == CURLE_WEIRD_SERVER_REPLY
  }

  /// Whether the last answer to EHLO offers SMTPUTF8; nil where there was none, for the connection was there before.
  private static func offersUTF8(_ replies: [UInt8]) -> Bool? {
    let lines = String(decoding: replies, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let last = lines.lastIndex(where: { $0.hasPrefix("250-") }) else { return nil }
    let end = lines[last...].dropFirst().prefix { $0.hasPrefix("250 ") }
    let start = lines[...last].lastIndex { !$0.hasPrefix("250-") }.map { $0 + 1 } ?? 0
    return (lines[start...last] + end).contains { $0.dropFirst(4).uppercased() == "SMTPUTF8" }
  }

  /// What a transfer's end means. libcurl has one code for a server that says no for ever and one that says no for
  /// now: the reply tells them apart (RFC 5321, section 4.2.1).
  func attempt(_ reply: Curl.Reply) -> DeliveryAttempt {
    let words = "SMTP reply \(reply.status), curl \(reply.code.rawValue): \(reply.explanation)"
    switch reply.code {
    case CURLE_OK: return .sent(id: nil)
    case CURLE_LOGIN_DENIED, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_CACERT_BADFILE:
      return .held(words)
    default: break
    }
    switch reply.status {
    // 354 was the last word: the message went out, and nobody knows whether it arrived.
    case 354: return .unknown(words)
    case 530, 534, 535, 538: return .held(words)
    // No to EHLO, or at the greeting, is about us, such as a list that our address is on, and not about the mail.
    case 500...599 where reply.code == CURLE_REMOTE_ACCESS_DENIED || Self.isGreeting(reply): return .held(words)
    case 500...599: return .refused(words)
    default: return .retry(words, after: nil)
    }
  }
}

/// Undoes percent-encoding (RFC 3986, section 2.1).
private func decoded(_ text: Substring) throws(Problem) -> String {
  guard let plain = bytes(percentEncoded: text.utf8).flatMap({ String(validating: $0, as: UTF8.self) }),
    !plain.unicodeScalars.contains(where: \.isControl)
  else {
    throw .misconfigured("MAIL_URL", "is not percent-encoded as URLs are")
  }
  return plain
}
