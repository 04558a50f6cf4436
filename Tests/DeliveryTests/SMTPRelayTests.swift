// SPDX-License-Identifier: Apache-2.0

import CCurl
import Domain
import Functions
import Testing

@testable import Delivery
@testable import HTTP

@Suite("SMTP relays") struct SMTPRelayTests {
  private func relay(_ url: String = "smtp://mail.example.com") throws -> SMTPRelay { try SMTPRelay(url: url) }

  @Test(arguments: [
    ("smtp://mail.example.com", "smtp://mail.example.com"),
    ("smtps://mail.example.com:465", "smtps://mail.example.com:465"),
    ("smtp://[2001:db8::1]:2525", "smtp://[2001:db8::1]:2525"), ("smtp://192.0.2.1/", "smtp://192.0.2.1"),
    ("smtp://ada:secret@mail.example.com:587", "smtp://mail.example.com:587"),
    ("smtp://ada%40example.com:p%3Ass@mail.example.com", "smtp://mail.example.com"),
    ("smtp://mail.example.com?tls=none&ca=/etc/ca.pem", "smtp://mail.example.com"),
  ])
  func `the name has the server and no credentials`(_ url: String, _ name: String) throws {
    #expect(try relay(url).name == name)
  }

  @Test(arguments: [
    "smtp:mail.example.com", "smtp://", "smtp://:25", "smtp://mail.example.com:0", "smtp://mail.example.com:65536",
    "smtp://mail.example.com:port", "smtp://mail.example.com/path", "smtp://mail example.com",
    "smtp://mail.example.com?tls=maybe",
    "smtp://mail.example.com?timeout=5", "smtp://mail.example.com?tls", "smtp://a%zz:secret@mail.example.com",
    "smtp://a:secret%0A@mail.example.com", "smtp://a:secret%FF@mail.example.com",
  ])
  func `a wrong URL is refused by the name of the variable, without the password`(_ url: String) {
    let problem = #expect(throws: Problem.self) { try relay(url) }
    #expect(problem?.code == .misconfigured && problem?.detail.hasPrefix("MAIL_URL: ") == true)
    #expect(problem?.detail.contains("secret") == false)
  }

  private enum Outcome { case sent, later, relayFailure, relayBusy, bounced, unknown, other }

  private static let session = "220 hello\r\n250-mx\r\n250 8BITMIME\r\n"

  private func outcome(_ code: CURLcode, status: Int, headers: String = "", isSent: Bool = false) throws -> Outcome {
    // libcurl is loaded by the first transfer, and explains its own codes.
    _ = try Curl()
    let reply = Curl.Reply(
      code: code, status: status, headers: Array(headers.utf8), body: [], isSent: isSent, isLate: false)
    let (from, to) = (Mailbox("hello@pfa.example")!, Mailbox("kim@example.com")!)
    let mail = MailMessage(
      id: "m", date: Timestamp(seconds: 0), from: from, to: to, replyTo: nil, subject: "", extraHeaders: [], text: "",
      html: "")
    return switch try relay().attempt(reply, for: mail) {
    case .sent: .sent
    case .retry: .later
    case .relayFailure: .relayFailure
    case .relayBusy: .relayBusy
    case .bounced: .bounced
    case .unknown: .unknown
    case .exchanged, .waitForOperator, .refused, .deadToken, .retrySameRelay, .relayInDoubt, .unsupported, .relaySlow:
      .other
    }
  }

  @Test func `a transfer without an error is sent`() throws {
    #expect(try outcome(CURLE_OK, status: 250) == .sent)
  }

  @Test(
    arguments: [
      ("450 4.2.0 later", .later), ("451 4.3.0 later", .later), ("421 4.7.0 busy", .relayFailure),
      ("432 4.3.2 too many", .relayFailure), ("550 5.1.1 no such user", .bounced), ("552 5.2.2 full", .bounced),
      ("554 5.7.1 Relay access denied", .relayFailure), ("530 5.7.0 log in", .relayFailure),
      ("553 5.7.1 Sender address rejected", .relayFailure),
      ("550 5.4.5 Daily user sending limit exceeded", .relayFailure),
      ("550-5.7.1 Client host\r\n550 blocked using a list", .relayFailure),
      ("550 5.2.1 receiving mail at a rate that is too high", .bounced),
    ] as [(String, Outcome)])
  private func `a reply to RCPT is about the mail, or about the sender`(_ reply: String, _ expected: Outcome) throws {
    let status = Int(reply.prefix(3))!
    for start in [Self.session, ""] {
      #expect(
        try outcome(CURLE_SEND_ERROR, status: status, headers: "\(start)250 2.1.0 ok\r\n\(reply)\r\n") == expected,
        "\(reply)")
    }
  }

  @Test(
    arguments: [
      ("550 5.1.1 no such user", .relayFailure), ("451 4.3.0 later", .relayFailure), ("552 5.3.4 too big", .bounced),
      ("552 too big", .bounced), ("552 5.2.0 You have exceeded your daily sending limit", .relayFailure),
      ("552 Mail quota exceeded for your account", .relayFailure), ("552 5.2.2 Sender mailbox is full", .relayFailure),
      ("452 4.3.1 no space", .relayFailure),
    ] as [(String, Outcome)])
  private func `a reply to MAIL is about the sender, or about the size`(_ reply: String, _ expected: Outcome) throws {
    let status = Int(reply.prefix(3))!
    for start in [Self.session, ""] {
      #expect(try outcome(CURLE_SEND_ERROR, status: status, headers: "\(start)\(reply)\r\n") == expected, "\(reply)")
    }
  }

  @Test(arguments: [530, 534, 535, 538]) func `a reply about the login is about the relay`(_ status: Int) throws {
    #expect(
      try outcome(CURLE_LOGIN_DENIED, status: status, headers: "\(Self.session)\(status) 5.7.0 no\r\n") == .relayFailure
    )
  }

  @Test(arguments: [
    CURLE_LOGIN_DENIED, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_CACERT_BADFILE,
    CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT,
  ])
  func `a failed connection, login or certificate is about the relay`(_ code: CURLcode) throws {
    #expect(try outcome(code, status: 0) == .relayFailure)
  }

  @Test func `a refusal in the greeting or after EHLO is about the relay`() throws {
    #expect(try outcome(CURLE_WEIRD_SERVER_REPLY, status: 554, headers: "554 no service\r\n") == .relayFailure)
    #expect(try outcome(CURLE_WEIRD_SERVER_REPLY, status: 421, headers: "421 too many\r\n") == .relayBusy)
    #expect(try outcome(CURLE_REMOTE_ACCESS_DENIED, status: 550, headers: "220 hello\r\n550 no\r\n") == .relayFailure)
    let end = "\(Self.session)250 ok\r\n250 ok\r\n354 go\r\n554 a virus\r\n"
    #expect(try outcome(CURLE_WEIRD_SERVER_REPLY, status: 554, headers: end) == .bounced)
  }

  @Test func `a connection that ends after the message leaves its outcome unknown`() throws {
    #expect(try outcome(CURLE_RECV_ERROR, status: 354, isSent: true) == .unknown)
  }

  @Test func `a connection that ends within the message has sent nothing`() throws {
    #expect(try outcome(CURLE_SEND_ERROR, status: 354) == .relayFailure)
  }

  @Test(arguments: [
    ("220 a\r\n|250-a\r\n|250 AUTH PLAIN\r\n", false, true), ("220 a\r\n|250-a\r\n|250 SIZE\r\n", false, false),
    ("220 a\r\n|250-a\r\n|250 STARTTLS\r\n|220 go\r\n|250-a\r\n|250 AUTH LOGIN\r\n", true, true),
    ("220 a\r\n|250-AUTH PLAIN\r\n|250 STARTTLS\r\n|220 go\r\n|250 a\r\n", true, false),
    ("220 a\r\n|502 no\r\n|250 a\r\n", false, false), ("250 ok\r\n|250 ok\r\n", false, true),
  ])
  func `a server that offers no login stops the session`(_ lines: String, _ waitsForTLS: Bool, _ goesOn: Bool) {
    var watch = LoginWatch(waitsForTLS: waitsForTLS)
    let accepted = lines.split(separator: "|").allSatisfy { watch.accepts($0.utf8) }
    #expect(accepted == goesOn)
  }

  @Test func `a server that nothing listens at is out of reach`() throws {
    let relay = try relay("smtp://127.0.0.1:1?tls=none")
    guard case .unreachable = try relay.probe(from: Mailbox("hello@pfa.example")!, by: Deadline(in: .seconds(5))) else {
      Issue.record("nothing listens at port 1")
      return
    }
  }

  @Test func `an internationalised address needs SMTPUTF8`() throws {
    func needs(_ address: String) -> Bool { Mailbox(address)?.needsSMTPUTF8 ?? false }
    #expect(needs("josé@example.com"))
    #expect(!needs("kim@example.com") && !needs("kim@müller.example"))
  }
}
