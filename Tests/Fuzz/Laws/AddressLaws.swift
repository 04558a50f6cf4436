// SPDX-License-Identifier: Apache-2.0

@testable import Delivery
@testable import Domain

/// A mail address, or a mailbox with a name.
enum AddressLaws {
  static func check(_ input: [UInt8]) throws {
    if let address = EmailAddress(input.text) { try check(address) }
    if let mailbox = Mailbox(input.text) { try check(mailbox) }
    try check(Mailbox(name: input.text, address: EmailAddress("kim@example.com")!))
  }

  private static func check(_ address: EmailAddress) throws {
    let text = address.text
    try hold(
      "no control character, space or bracket is in an address",
      !text.unicodeScalars.contains {
        $0.isControl || $0.properties.isWhitespace || "<>(),;:\"\\[]".unicodeScalars.contains($0)
      })
    try hold("one @ separates local part and domain", "\(address.localPart)@\(address.domain)" == text)
    try hold("an address reads back unchanged", EmailAddress(text).map { Array($0.text.utf8) } == Array(text.utf8))
    try hold("normalising a key changes nothing", Array(address.key.lowercased().nfc.utf8) == Array(address.key.utf8))
    try hold("the key of a key is the same key", EmailAddress(address.key).map { $0.key == address.key } ?? true)
    try hold("it fits into an SMTP command", text.unicodeScalars.count <= 254)
    try check(Mailbox(name: "", address: address))
  }

  private static func check(_ mailbox: Mailbox) throws {
    for column in [4, 6, 10] {
      let lines = mailbox.header(after: column).utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      try hold(
        "a header continues only after CR LF and a space",
        lines.dropFirst().allSatisfy { $0.first == 0x20 } && lines.dropLast().allSatisfy { $0.last == 0x0D })
      try hold(
        "a header has no other control character",
        lines.allSatisfy { line in !line.dropLast(line.last == 0x0D ? 1 : 0).contains { $0 < 0x20 || $0 == 0x7F } })
      try hold(
        "a header is ASCII unless its address is not",
        mailbox.needsSMTPUTF8 || lines.allSatisfy { $0.allSatisfy { $0 < 0x80 } })
    }
    guard !mailbox.name.unicodeScalars.contains(where: \.isControl), mailbox.name == mailbox.name.trimmed else {
      return
    }
    try hold("a mailbox reads back unchanged: \(mailbox.description)", Mailbox(mailbox.description) == mailbox)
  }
}
