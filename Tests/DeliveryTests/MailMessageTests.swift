// SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Testing

@testable import Delivery

@Suite("Messages as bytes") struct MailMessageTests {
  private func message(
    name: String = "Kim", inviter: String = "Ada", subject: String = "Ada invites you", text: String = "Hello\n",
    html: String = "<p>Hello</p>\n"
  ) -> MailMessage {
    MailMessage(
      id: "01-ab", date: Timestamp(milliseconds: 1_795_268_220_000),
      from: Mailbox("PFA <hello@pfa.example>")!, to: Mailbox(name: name, address: EmailAddress("kim@example.com")!),
      replyTo: Mailbox(name: inviter, address: EmailAddress("ada@example.com")!), subject: subject,
      extraHeaders: [("List-Unsubscribe", "<https://pfa.example/unsubscribe?token=x>")], text: text, html: html)
  }

  private static let expected = [
    "Date", "From", "To", "Reply-To", "Message-ID", "Subject", "List-Unsubscribe", "Auto-Submitted", "MIME-Version",
    "Content-Type",
  ]

  @Test func `a message has its headers, once each`() throws {
    let read = try #require(ReadMessage(message().bytes))
    #expect(read.headers.map(\.name) == Self.expected)
    #expect(read["Date"] == "Sat, 21 Nov 2026 13:37:00 +0000")
    #expect(read["From"] == "\"PFA\" <hello@pfa.example>")
    #expect(read["To"] == "\"Kim\" <kim@example.com>")
    #expect(read["Reply-To"] == "\"Ada\" <ada@example.com>")
    #expect(read["Message-ID"] == "<01-ab@pfa.example>")
    #expect(read["Subject"] == "Ada invites you")
  }

  @Test func `a message has a part of text and one of HTML`() throws {
    let read = try #require(ReadMessage(message().bytes))
    #expect(read.parts.map(\.text) == ["Hello\n", "<p>Hello</p>\n"])
    #expect(read.parts.map { $0.type.contains("text/plain; charset=utf-8") } == [true, false])
    #expect(read.parts.map { $0.type.contains("text/html; charset=utf-8") } == [false, true])
  }

  private static let attacks = [
    "Kim\r\nBcc: eve@example.com", "Kim\nBcc: eve@example.com", "Kim\rBcc: eve@example.com", "Kim\r\n\r\n<script>",
    "Kim\u{85}Bcc: eve@example.com", "Kim\u{2028}Bcc: eve@example.com", "Kim\u{0}", "Kim\u{B}X: y", "\r\n", "\r\n.\r\n",
    "Kim>, Eve <eve@example.com", "\"Kim\", <eve@example.com>", "Kim\\\" <eve@example.com>, \"", "(Kim) Eve",
    "=?utf-8?Q?Kim=0D=0ABcc:_eve@example.com?=", "--=_01ab--", String(repeating: "Kim\r\nX: y ", count: 40),
    String(repeating: "é\r\nBcc: eve@example.com", count: 20),
  ]

  @Test("The content of a name or subject stays inside its header", arguments: attacks)
  func injection(_ attack: String) throws {
    let read = try #require(ReadMessage(message(name: attack, inviter: attack, subject: attack).bytes))
    #expect(read.headers.map(\.name) == Self.expected)
    #expect(read.parts.map(\.text) == ["Hello\n", "<p>Hello</p>\n"])
    #expect(Decoding.text(try #require(read["Subject"])) == attack)
    #expect(try #require(read["To"]).hasSuffix("<kim@example.com>"))
    #expect(try #require(read["Reply-To"]).hasSuffix("<ada@example.com>"))
    for name in ["To", "Reply-To"] { #expect(addresses(try #require(read[name])) == 1, "\(name)") }
  }

  @Test(
    "The content of a body stays inside its part",
    arguments: attacks + ["--=_01ab", "--=_01ab--\n\nX: y", ".\n.", "From x"])
  func bodies(_ attack: String) throws {
    let read = try #require(ReadMessage(message(text: attack, html: attack).bytes))
    #expect(read.headers.map(\.name) == Self.expected)
    #expect(read.parts.count == 2)
  }

  @Test(
    "There is no bare CR or LF, no byte of eight bits and no line that is too long",
    arguments: attacks + ["Grüße", "😀"])
  func bytes(_ text: String) {
    let bytes = message(name: text, inviter: text, subject: text, text: text, html: text).bytes
    #expect(bytes.allSatisfy { $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0D || $0 == 0x0A) })
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0D { #expect(index + 1 < bytes.count && bytes[index + 1] == 0x0A) }
      if byte == 0x0A { #expect(index > 0 && bytes[index - 1] == 0x0D) }
    }
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 78 })
    #expect(bytes.suffix(2) == [0x0D, 0x0A])
  }

  @Test(
    "A timestamp becomes a date of RFC 5322",
    arguments: [
      ("1970-01-01T00:00:00Z", "Thu, 1 Jan 1970 00:00:00 +0000"),
      ("2024-02-29T23:59:59Z", "Thu, 29 Feb 2024 23:59:59 +0000"),
      ("2026-11-21T13:37:00.999Z", "Sat, 21 Nov 2026 13:37:00 +0000"),
      ("2026-11-22T00:00:00Z", "Sun, 22 Nov 2026 00:00:00 +0000"),
      ("2000-12-31T01:02:03Z", "Sun, 31 Dec 2000 01:02:03 +0000"),
    ])
  func dates(_ timestamp: String, _ expected: String) throws {
    #expect(try #require(Timestamp(rfc3339: timestamp)).rfc5322 == expected)
  }

  @Test func `the weekday of every day of a hundred years agrees with the C library`() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "EEE, d MMM yyyy HH:mm:ss '+0000'"
    for day in stride(from: 0, to: 36_525, by: 13) {
      let seconds = day * 86_400 + 3661
      #expect(
        Timestamp(seconds: seconds).rfc5322 == formatter.string(from: Date(timeIntervalSince1970: Double(seconds))))
    }
  }

  /// How many addresses a list has, commas in quoted strings aside.
  private func addresses(_ header: String) -> Int {
    var count = 1
    var isQuoted = false
    var isEscaped = false
    for character in Decoding.unfolded(header) {
      if isEscaped {
        isEscaped = false
        continue
      }
      if character == "\\" && isQuoted { isEscaped = true }
      if character == "\"" { isQuoted.toggle() }
      if character == ",", !isQuoted { count += 1 }
    }
    return count
  }
}
