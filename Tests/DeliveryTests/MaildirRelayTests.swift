// SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import Functions
import Testing

@testable import Delivery

@Suite("Maildir") final class MaildirRelayTests {
  private let folder = FileManager.default.temporaryDirectory.path + "/vestibule-maildir-\(UUID())"

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var deadline: Deadline { Deadline(in: .seconds(5)) }
  private var relay: MaildirRelay { MaildirRelay(path: folder) }

  private func message(subject: String = "Hello") -> MailMessage {
    MailMessage(
      id: "01-ab", date: Timestamp(milliseconds: 1_795_268_220_000), from: Mailbox("hello@pfa.example")!,
      to: Mailbox("kim@example.com")!, subject: subject, extraHeaders: [], text: "Hello\n", html: "<p>Hello</p>\n")
  }

  private func files(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")
  }

  @Test func `a message is one file in new, named after its id`() throws {
    #expect(try relay.send(message(), by: deadline, until: deadline) == .sent(id: nil))
    #expect(try files("new") == ["01-ab.vestibule"])
    #expect(try files("tmp").isEmpty && files("cur").isEmpty)
  }

  @Test func `the file has the line ends of its system`() throws {
    _ = try relay.send(message(), by: deadline, until: deadline)
    let content = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/new/01-ab.vestibule"))
    #expect(Array(content) == message().bytes.filter { $0 != 0x0D })
  }

  @Test func `only its owner can read the file`() throws {
    _ = try relay.send(message(), by: deadline, until: deadline)
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/new/01-ab.vestibule")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a message that is delivered again replaces its file`() throws {
    _ = try relay.send(message(subject: "First"), by: deadline, until: deadline)
    _ = try relay.send(message(subject: "Second"), by: deadline, until: deadline)
    #expect(try files("new").count == 1)
    let text = try String(contentsOfFile: "\(folder)/new/01-ab.vestibule", encoding: .utf8)
    #expect(text.contains("Subject: Second"))
  }

  @Test func `a folder that cannot be written is tried again later`() throws {
    try Data().write(to: URL(fileURLWithPath: folder))
    guard case .relayFailure(let reason, nil) = try relay.send(message(), by: deadline, until: deadline) else {
      Issue.record("the message is not kept for later")
      return
    }
    #expect(reason.hasPrefix("the Maildir cannot be written: "))
  }

  @Test func `a probe writes nothing`() throws {
    guard case .answers = relay.probe(from: Mailbox("hello@pfa.example")!, by: deadline) else {
      Issue.record("the folder can be made")
      return
    }
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `its name is its URL`() { #expect(relay.name == "maildir:\(folder)") }
}
