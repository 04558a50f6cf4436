// SPDX-License-Identifier: Apache-2.0

import CCurl
import Domain
import Functions
import HTTP
import Identity

/// An SMTP server (RFC 5321), reached with libcurl. Mails that are sent one after the other share a connection.
final class SMTPRelay: NetworkRelay {
  private let server: String
  var name: String { server }
  private let user: String?
  private let password: String?
  /// Whether `smtp:` requires STARTTLS (RFC 3207). No mail or password is sent to a server without it.
  private let requiresTLS: Bool
  /// The file with certificates to trust instead of the system's.
  private let certificates: String?
  /// The mechanism of the login, as libcurl names it; nil for one that the server offers.
  private let mechanism: String?
  /// The client that gets access tokens; nil for other logins.
  private let oauth: MailOAuth?
  /// The access tokens of this service; nil where there is no database.
  private var tokens: ServiceTokens?
  /// The access token of the next session.
  private var bearer: String?
  /// The envelope's sender, to which bounces go; nil for the sender of the mail.
  private let returnPath: EmailAddress?
  private var curl: Curl?
  /// Gets each line of the next sessions, without the secrets of the login; nil if nobody wants them.
  private var recorder: ((_ isSent: Bool, _ line: String) -> Void)?
  /// Whether the server offers SMTPUTF8; nil if it is not known yet.
  private var supportsUTF8: Bool?

  /// Parses `smtp[s]://[user:password@]host[:port][?tls=none][&ca=FILE][&auth=plain|login|xoauth2]`.
  /// - Parameter client: reads `MAIL_OAUTH`.
  init(
    url: String, returnPath: EmailAddress? = nil,
    client: () throws(Problem) -> MailOAuth = { () throws(Problem) in throw .bug("no client for OAuth") }
  ) throws(Problem) {
    self.returnPath = returnPath
    func wrong(_ detail: String) -> Problem { .misconfigured("MAIL_URL", detail) }
    let parts = url.split(separator: "?", maxSplits: 1)
    guard let scheme = parts[0].firstRange(of: "://") else { throw wrong("should be smtp://host:port") }
    let address = parts[0][scheme.upperBound...].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard address.count == 1 || address[1].isEmpty else { throw wrong("has a path, and a server for mail has none") }
    let authority = address[0]
    let at = authority.lastIndex(of: "@")
    let host = at.map { authority[authority.index(after: $0)...] } ?? authority
    guard Self.isHost(host) else { throw wrong("should have a host; a port should be a number, 1 to 65535") }
    server = "\(parts[0][..<scheme.lowerBound])://\(host)"
    let login = at.map { authority[..<$0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) }
    user = try login.map { (login) throws(Problem) in try decoded(login[0]) }
    password = try login.flatMap { (login) throws(Problem) in login.count > 1 ? try decoded(login[1]) : nil }
    var options: [String: String] = [:]
    for option in parts.count > 1 ? parts[1].split(separator: "&") : [] {
      let pair = option.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, ["tls", "ca", "auth"].contains(pair[0]) else {
        throw wrong("allows only the options tls=none, ca=FILE and auth=plain, auth=login or auth=xoauth2")
      }
      options[String(pair[0])] = try decoded(pair[1])
    }
    guard options["tls"] == nil || options["tls"] == "none" else {
      throw wrong("allows only tls=none as the option tls")
    }
    let isSMTPS = parts[0][..<scheme.lowerBound].lowercased() == "smtps"
    guard options["tls"] == nil || !isSMTPS else { throw wrong("has tls=none with smtps, which begins with TLS") }
    requiresTLS = options["tls"] == nil
    certificates = options["ca"]
    mechanism = options["auth"]?.uppercased()
    guard mechanism == nil || ["PLAIN", "LOGIN", "XOAUTH2"].contains(mechanism) && user != nil else {
      throw wrong("allows only auth=plain, auth=login or auth=xoauth2, with a user")
    }
    oauth = mechanism == "XOAUTH2" ? try client() : nil
    guard oauth == nil || password == nil else { throw wrong("has a password as well as auth=xoauth2") }
    guard oauth != nil || (user == nil) == (password == nil) else {
      throw wrong("has a user without a password; only auth=xoauth2 needs none")
    }
  }

  /// Whether a text is a name, an IPv4 address or an IPv6 address in brackets, with an optional port.
  private static func isHost(_ text: Substring) -> Bool {
    let end = text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
    let (host, rest) = (text[..<(end ?? text.endIndex)], text[(end ?? text.endIndex)...])
    let port = rest.isEmpty ? 25 : rest.hasPrefix(":") ? Int(rest.dropFirst()) ?? 0 : 0
    return !host.isEmpty && host.isVisibleASCII && (1...65_535).contains(port)
  }

  func send(_ message: MailMessage, by deadline: Deadline, until end: Deadline) throws(Problem) -> DeliveryAttempt {
    let curl = if let curl { curl } else { try Curl() }
    self.curl = curl
    do throws(Problem) { try authorise(by: deadline) } catch {
      guard error.code == .unavailable else { throw error }
      return .relayFailure("\(error.detail): \(error.cause ?? "")", after: nil)
    }
    // For each mail, because it may get a new connection, to another server behind the same name. A server without
    // SMTPUTF8 would refuse the address as if nobody had it.
    if message.needsSMTPUTF8 {
      greet(curl, as: message.from)
      curl.set(CURLOPT_CUSTOMREQUEST, "NOOP")
      let greeting = curl.perform(by: deadline, beginningBy: deadline)
      guard greeting.code == CURLE_OK else { return attempt(greeting, for: message) }
      if let extensions = SMTPDialogue(greeting.headers).extensions {
        supportsUTF8 = extensions.contains { $0.uppercased() == "SMTPUTF8" }
      }
      guard supportsUTF8 == true else {
        let text = "the SMTP server does not support addresses with non-ASCII characters (SMTPUTF8)"
        return .unsupported(text, text: text)
      }
    }
    // Once the server has asked for the mail, only its answer says whether it was accepted.
    return attempt(curl.perform(upload: envelope(curl, for: message), by: end, beginningBy: deadline), for: message)
  }

  /// Connects, starts TLS, signs in, names the sender (MAIL FROM) and disconnects.
  func probe(from sender: Mailbox, by deadline: Deadline) throws(Problem) -> RelayProbe {
    do throws(Problem) { try authorise(by: deadline) } catch {
      guard error.code == .unavailable else { throw error }
      return .unreachable("\(error.detail): \(error.cause ?? "")")
    }
    let curl = try Curl()
    greet(curl, as: sender)
    let address = (returnPath ?? sender.address).text
    curl.set(CURLOPT_CUSTOMREQUEST, "MAIL FROM:<\(address)>")
    let reply = curl.perform(by: deadline)
    // libcurl takes 553 for an answer.
    if reply.code == CURLE_OK, dialogue(reply).last?.code ?? 0 < 400 {
      return .answers(
        (requiresTLS || server.hasPrefix("smtps") ? "encrypted" : "not encrypted")
          + (user == nil ? ", without a login" : ", the login is valid") + ", the sender \(address) is accepted")
    }
    forgetBearer(after: reply)
    let reason = failure(reply)
    let isRefused = reply.status >= 400 || Self.isRefusal(reply.code) || reply.code == CURLE_WRITE_ERROR
    return isRefused ? .refused(reason) : .unreachable(reason)
  }

  /// An address with non-ASCII characters needs two transfers: the first one finds out whether the server offers
  /// SMTPUTF8.
  ///
  /// Without an access token, `send` says why there is none.
  func prepare(_ curl: Curl, for message: MailMessage) throws(Problem) -> [UInt8]? {
    if message.needsSMTPUTF8 { return nil }
    if let tokens {
      do throws(Problem) { try authorise(by: tokens.deadline) } catch { return nil }
    }
    return envelope(curl, for: message)
  }

  /// Gets the access token of the next session, if the login needs one.
  /// - Throws: `service/unavailable` if there is none.
  private func authorise(by deadline: Deadline) throws(Problem) {
    guard let oauth else { return }
    guard let tokens else { throw .unavailable("there is no access token", cause: "the database is not open") }
    bearer = try oauth.accessToken(tokens, by: deadline)
  }

  /// The next session gets a new access token, if the server has refused the present one.
  private func forgetBearer(after reply: Curl.Reply) {
    guard let oauth, reply.code == CURLE_LOGIN_DENIED else { return }
    bearer = nil
    // The refusal is reported anyway.
    try? tokens?.forget(oauth.tokenName)
  }

  func use(_ tokens: ServiceTokens?) { self.tokens = tokens }

  func record(_ recorder: @escaping (_ isSent: Bool, _ line: String) -> Void) { self.recorder = recorder }

  /// The first one asks whether the server offers SMTPUTF8.
  func needsSeveralTransfers(for message: MailMessage) -> Bool { message.needsSMTPUTF8 }

  private func envelope(_ curl: Curl, for message: MailMessage) -> [UInt8] {
    greet(curl, as: message.from)
    curl.set(CURLOPT_MAIL_FROM, "<\((returnPath ?? message.from.address).text)>")
    curl.set(CURLOPT_MAIL_RCPT, lines: ["<\(message.to.address.text)>"])
    curl.set(CURLOPT_UPLOAD, 1)
    return message.bytes
  }

  /// Sets the options of every session. The name in EHLO is the sender's domain.
  private func greet(_ curl: Curl, as sender: Mailbox) {
    curl.reset()
    if let recorder { curl.record(Self.withoutSecrets(recorder)) }
    curl.set(CURLOPT_URL, "\(server)/\(sender.address.domain)")
    curl.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    curl.set(CURLOPT_USE_SSL, Int(requiresTLS ? CURLUSESSL_ALL.rawValue : CURLUSESSL_NONE.rawValue))
    if let user {
      curl.set(CURLOPT_USERNAME, user)
      let watched = WatchedLogin(LoginWatch(waitsForTLS: requiresTLS && !server.hasPrefix("smtps")))
      curl.watch { watched.watch.accepts($0) }
    }
    if let password { curl.set(CURLOPT_PASSWORD, password) }
    if let bearer { curl.set(CURLOPT_XOAUTH2_BEARER, bearer) }
    if let mechanism { curl.set(CURLOPT_LOGIN_OPTIONS, "AUTH=\(mechanism)") }
    if let certificates { curl.set(CURLOPT_CAINFO, certificates) }
  }

  /// Everything that is sent from AUTH to the next reply that is not 334 may be a secret.
  private static func withoutSecrets(
    _ recorder: @escaping (Bool, String) -> Void
  ) -> (_ isSent: Bool, _ line: String) -> Void {
    var signsIn = false
    return { isSent, line in
      if !isSent {
        if !line.hasPrefix("334") { signsIn = false }
        return recorder(false, line)
      }
      let words = line.split(separator: " ")
      guard words.first?.uppercased() == "AUTH" else { return recorder(true, signsIn ? "(secret)" : line) }
      signsIn = true
      recorder(true, words.count > 2 ? "\(words[0]) \(words[1]) (secret)" : line)
    }
  }

  /// Converts the reply of a transfer. libcurl has the same code for permanent and temporary failures, so the SMTP
  /// reply decides (RFC 5321, section 4.2.1).
  func attempt(_ reply: Curl.Reply, for message: MailMessage) -> DeliveryAttempt {
    if reply.code == CURLE_OK { return .sent(id: nil) }
    forgetBearer(after: reply)
    // After 354 the message may have been sent, but its reply is missing, so the outcome is unknown. Without its end,
    // the server has not accepted it (RFC 5321, section 4.1.1.4).
    if reply.status == 354 {
      return reply.isSent ? .unknown(failure(reply)) : .relayFailure(failure(reply), after: nil)
    }
    if reply.isLate { return .relaySlow(failure(reply)) }
    guard !Self.isRefusal(reply.code), let last = dialogue(reply).last, last.code >= 400 else {
      return .relayFailure(failure(reply), after: nil)
    }
    let refusal = SMTPRefusal(last, recipient: message.to.address.text)
    if message.needsSMTPUTF8, refusal.lacksSMTPUTF8 {
      return .unsupported(refusal.reason, text: refusal.text ?? refusal.reason)
    }
    return refusal.attempt
  }

  /// Whether libcurl ended the session itself: the login or TLS failed.
  private static func isRefusal(_ code: CURLcode) -> Bool {
    [CURLE_LOGIN_DENIED, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_CACERT_BADFILE].contains(code)
  }

  private func dialogue(_ reply: Curl.Reply) -> SMTPDialogue {
    SMTPDialogue(reply.headers, refusesGreeting: reply.code == CURLE_WEIRD_SERVER_REPLY)
  }

  /// Why a transfer failed: what the server said, or what libcurl found.
  private func failure(_ reply: Curl.Reply) -> String {
    if reply.code == CURLE_WRITE_ERROR {
      return "the server offers no login (AUTH), and MAIL_URL has a user: without a login nothing is sent"
    }
    let said = dialogue(reply).last.map { SMTPRefusal($0, recipient: nil).reason + ", " } ?? ""
    return "\(said)curl \(reply.code.rawValue): \(reply.explanation)"
  }
}

/// The login of the last session. libcurl calls it during the transfer.
private final class WatchedLogin {
  var watch: LoginWatch
  init(_ watch: LoginWatch) { self.watch = watch }
}

/// Decodes percent-encoding (RFC 3986, section 2.1).
private func decoded(_ text: Substring) throws(Problem) -> String {
  guard let plain = bytes(percentEncoded: text.utf8).flatMap({ String(validating: $0, as: UTF8.self) }),
    !plain.unicodeScalars.contains(where: \.isControl)
  else {
    throw .misconfigured("MAIL_URL", "has invalid percent-encoding")
  }
  return plain
}
