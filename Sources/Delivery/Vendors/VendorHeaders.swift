// SPDX-License-Identifier: Apache-2.0

import Domain

extension MailMessage {
  var messageID: String { "<\(id)@\(from.address.domain)>" }

  /// The header fields that vendors have no member for, except the Message-ID.
  var furtherHeaders: [(name: String, value: String)] { extraHeaders + [("Auto-Submitted", "auto-generated")] }

  var plainSubject: String { headerText(subject) }
}

extension Mailbox {
  /// Name and address as one text, for a vendor that encodes the name itself.
  /// - Parameter escapes: whether the vendor supports escaped quotes and backslashes in a quoted name.
  func text(escapes: Bool = true) -> String {
    var phrase = plainName
    if phrase.isEmpty { return address.text }
    // By scalars, because a quote with a combining mark is another `Character`, but still a quote for the vendor.
    let needsEscapes = phrase.unicodeScalars.contains { $0 == "\"" || $0 == "\\" }
    if needsEscapes, !escapes {
      phrase = encoded(phrase)
    } else if needsEscapes || phrase.unicodeScalars.contains(where: { "()<>[]:;@,.".unicodeScalars.contains($0) }) {
      var quoted = String.UnicodeScalarView()
      for scalar in phrase.unicodeScalars {
        if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
        quoted.append(scalar)
      }
      phrase = "\"\(String(quoted))\""
    }
    return "\(phrase) <\(address.text)>"
  }

  /// The name, for a vendor that has a member for it.
  var plainName: String { headerText(name) }
}

/// A text for a header that the vendor writes: without control characters, and encoded here if it contains the start of
/// an encoded word, which mail programs would decode.
private func headerText(_ text: String) -> String {
  let plain = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? " " : $0 }))
  return plain.contains("=?") ? encoded(plain) : plain
}

/// A text as encoded words on one line.
private func encoded(_ text: String) -> String {
  // No text fits at column 77, so it is always encoded.
  encodedText(text, after: 77).replacing("\r\n", with: "")
}
