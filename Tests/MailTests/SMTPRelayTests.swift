// SPDX-License-Identifier: Apache-2.0

import CCurl
import Domain
import Functions
import Testing

@testable import HTTP
@testable import Mail

@Suite("SMTP relays") struct SMTPRelayTests {
  private func relay(_ url: String = "smtp://mail.example.com") throws -> SMTPRelay { try SMTPRelay(url: url) }

  @Test(arguments: [
    ("smtp://mail.example.com", "smtp://mail.example.com"),
    ("smtps://mail.example.com:465", "smtps://mail.example.com:465"),
    ("smtp://[2001:db8::1]:2525", "smtp://[2001:db8::1]:2525"), ("smtp://192.0.2.1/path", "smtp://192.0.2.1"),
    ("smtp://ada:secret@mail.example.com:587", "smtp://mail.example.com:587"),
    ("smtp://ada%40example.com:p%3Ass@mail.example.com", "smtp://mail.example.com"),
    ("smtp://mail.example.com?tls=none&ca=/etc/ca.pem", "smtp://mail.example.com"),
  ])
  func `the name has the server and no credentials`(_ url: String, _ name: String) throws {
    #expect(try relay(url).name == name)
  }

  @Test(arguments: [
    "smtp:mail.example.com", "smtp://", "smtp://:25", "smtp://mail.example.com:0", "smtp://mail.example.com:65536",
    "smtp://mail.example.com:port", "smtp://mail example.com", "smtp://mail.example.com?tls=maybe",
    "smtp://mail.example.com?timeout=5", "smtp://mail.example.com?tls", "smtp://a%zz:secret@mail.example.com",
    "smtp://a:secret%0A@mail.example.com", "smtp://a:secret%FF@mail.example.com",
  ])
  func `a wrong URL is refused by the name of the variable, without the password`(_ url: String) {
    let problem = #expect(throws: Problem.self) { try relay(url) }
    #expect(problem?.code == .misconfigured && problem?.detail.hasPrefix("MAIL_URL: ") == true)
    #expect(problem?.detail.contains("secret") == false)
  }

  private enum Outcome { case sent, later, waitForOperator, refused, unknown, retrySameRelay }

  private func outcome(_ code: CURLcode, status: Int, headers: String = "") throws -> Outcome {
    // libcurl is loaded by the first transfer, and explains its own codes.
    _ = try Curl()
    let reply = Curl.Reply(code: code, status: status, headers: Array(headers.utf8), body: [], isSent: false)
    return switch try relay().attempt(reply) {
    case .sent, .exchanged: .sent
    case .retry: .later
    case .waitForOperator: .waitForOperator
    case .refused, .deadToken: .refused
    case .unknown: .unknown
    case .retrySameRelay: .retrySameRelay
    }
  }

  @Test func `a transfer without an error is sent`() throws {
    #expect(try outcome(CURLE_OK, status: 250) == .sent)
  }

  @Test(arguments: [421, 450, 451, 452]) func `a temporary reply is tried again later`(_ status: Int) throws {
    #expect(try outcome(CURLE_RECV_ERROR, status: status) == .later)
  }

  @Test(arguments: [500, 550, 552, 554]) func `a permanent reply refuses the mail`(_ status: Int) throws {
    #expect(try outcome(CURLE_SEND_ERROR, status: status) == .refused)
  }

  @Test(arguments: [530, 534, 535, 538]) func `a reply about the login holds the mail`(_ status: Int) throws {
    #expect(try outcome(CURLE_SEND_ERROR, status: status) == .waitForOperator)
  }

  @Test(arguments: [
    CURLE_LOGIN_DENIED, CURLE_PEER_FAILED_VERIFICATION, CURLE_USE_SSL_FAILED, CURLE_SSL_CACERT_BADFILE,
  ])
  func `a failed login or an untrusted certificate holds the mail`(_ code: CURLcode) throws {
    #expect(try outcome(code, status: 0) == .waitForOperator)
  }

  @Test func `a permanent reply to the greeting or to EHLO holds the mail`() throws {
    #expect(try outcome(CURLE_WEIRD_SERVER_REPLY, status: 554, headers: "554 no service\r\n") == .waitForOperator)
    #expect(
      try outcome(CURLE_REMOTE_ACCESS_DENIED, status: 550, headers: "220 hello\r\n550 no\r\n") == .waitForOperator)
    #expect(try outcome(CURLE_WEIRD_SERVER_REPLY, status: 554, headers: "220 hello\r\n554 no\r\n") == .refused)
  }

  @Test func `a connection that ends after the message leaves its outcome unknown`() throws {
    #expect(try outcome(CURLE_RECV_ERROR, status: 354) == .unknown)
  }

  @Test func `a connection that cannot be made is tried again later`() throws {
    #expect(try outcome(CURLE_COULDNT_CONNECT, status: 0) == .later)
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
