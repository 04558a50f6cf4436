// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Delivery

@Suite("Bounces") struct BounceMessageTests {
  private static let notification = """
    From MAILER-DAEMON  Thu Jan  1 12:00:00 2026
    Subject: Undelivered Mail Returned to Sender
    References: <reference@example.com>
    Content-Type: multipart/report; report-type=delivery-status;
    \tboundary="a \\"quoted\\" one"

    --a "quoted" one
    Content-Type: text/plain

    I'm sorry.
    --a "quoted" one
    Content-Type: message/delivery-status

    Reporting-MTA: dns; mail.example.com

    Final-Recipient: rfc822; kim@example.com
    Action: failed
    Status: 5.1.1
    Diagnostic-Code: smtp; 550 5.1.1 no such
     user
    --a "quoted" one
    Content-Type: message/rfc822

    Message-ID: <m1@pfa.example>
    Subject: Ada invites you

    Hello
    --a "quoted" one--
    """

  private func read(_ text: String) -> BounceMessage? { BounceMessage(Array(text.utf8)) }

  @Test(arguments: ["\n", "\r\n"])
  func `the mail and the reason are found in the parts`(_ end: String) throws {
    let lines = Self.notification.split(separator: "\n", omittingEmptySubsequences: false)
    let bounce = try #require(read(lines.joined(separator: end)))
    #expect(bounce.messageIDs == ["m1@pfa.example"])
    #expect(bounce.recipients.map { $0["final-recipient"] } == ["rfc822; kim@example.com"])
    #expect(bounce.event.kind == .bounced(.address))
    #expect(bounce.event.text(to: "kim@example.com") == "smtp; 550 5.1.1 no such user")
    #expect(bounce.event.names.own == ["m1"])
  }

  @Test(arguments: [("Action: relayed\n    Status: 2.1.5", false), ("Action: failed\n    Status: 5.1.1", true)])
  func `one dead member of an alias does not make the alias dead`(_ other: String, _ isDead: Bool) throws {
    let member = "Final-Recipient: rfc822; lee@example.com\n\(other.replacing("    ", with: ""))"
    let alias = Self.notification.replacing("no such\n user\n", with: "no such\n user\n\n\(member)\n")
    let event = try #require(read(alias)).event
    #expect(event.kind == .bounced(.address, isAddressDead: isDead))
  }

  @Test func `without the returned mail In-Reply-To decides`() throws {
    let text = Self.notification.split(separator: "message/rfc822").joined(separator: "text/plain")
    #expect(try #require(read(text)).messageIDs == ["reference@example.com"])
  }

  @Test(
    "A status is found in text, or there is none",
    arguments: [
      ("5.1.1", true), ("5.1.1 (no such user)", true), ("smtp; 550 5.1.1 no", true),
      ("X-Server; 192.0.2.1 5.1.1", true),
      ("550", false), ("", false), ("5.1", false), ("5.1.1.1", false), ("9.1.1", false), ("5..1", false),
      ("5.1.99999999999999999999", false), (nil, false),
    ] as [(String?, Bool)])
  func statuses(_ text: String?, _ isOne: Bool) { #expect((EnhancedStatus(in: text) != nil) == isOne) }

  @Test func `with any byte changed or removed it is read or refused`() {
    let bytes = Array(Self.notification.utf8)
    for position in stride(from: 0, to: bytes.count, by: 5) {
      for byte in [0x00, 0x0A, 0x0D, 0x20, 0x22, 0x2D, 0x3A, 0x3B, 0x3D, 0x5C, 0xC3, 0xFF] as [UInt8] {
        var changed = bytes
        changed[position] = byte
        _ = BounceMessage(changed)?.event
      }
      _ = BounceMessage(Array(bytes[..<position]))?.event
      _ = BounceMessage(Array(bytes[..<position] + bytes[(position + 1)...]))?.event
    }
  }
}
