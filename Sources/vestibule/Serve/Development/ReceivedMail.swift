// SPDX-License-Identifier: Apache-2.0

import Configuration
import Delivery
import Domain
import Identity

/// A mail in a folder, decoded for a reader.
struct ReceivedMail {
  private let message: MIMEPart

  init?(file: String) {
    guard let bytes = try? readFile(file, limit: 16 << 20) else { return nil }
    message = MIMEPart(bytes[...])
  }

  /// A header with its encoded words decoded (RFC 2047), and without the quotes of names; nil if there is none.
  subscript(header: String) -> String? {
    message.header[header.lowercased()].map { header == "Subject" ? Self.decoded($0) : Self.unquoted(Self.decoded($0)) }
  }

  /// RFC 5322, section 3.2.4.
  private static func unquoted(_ value: String) -> String {
    var text = ""
    var rest = Substring(value)
    while let character = rest.popFirst() {
      if character == "\\", let escaped = rest.popFirst() {
        text.append(escaped)
      } else if character != "\"" {
        text.append(character)
      }
    }
    return text
  }

  /// The name of the recipient; the address if the mail has no name.
  var recipient: String {
    let value = self["To"] ?? ""
    guard let address = value.lastIndex(of: "<") else { return value }
    let name = String(value[..<address]).trimmed
    return name.isEmpty ? String(value[address...].dropFirst().dropLast()) : name
  }

  var html: String? { leaf("text/html") }
  var text: String? { leaf("text/plain") }

  private func leaf(_ type: String) -> String? {
    message.leaves().first { $0.type == type }.map { String(decoding: $0.content, as: UTF8.self) }
  }

  /// Encoded words in base64, as mails of Vestibule have them. White space between two of them is not part of the text.
  private static func decoded(_ value: String) -> String {
    var text = ""
    var wasEncoded = false
    for word in value.split(whereSeparator: { " \t".contains($0) }) {
      let parts = word.split(separator: "?", omittingEmptySubsequences: false)
      let isEncoded = parts.count == 5 && parts[0] == "=" && parts[4] == "=" && parts[2].lowercased() == "b"
      if !text.isEmpty, !(isEncoded && wasEncoded) { text += " " }
      let content = isEncoded ? bytes(base64: String(parts[3])) : Array(word.utf8)
      text += String(decoding: content ?? [], as: UTF8.self)
      wasEncoded = isEncoded
    }
    return text
  }
}
