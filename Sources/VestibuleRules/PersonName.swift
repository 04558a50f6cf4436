// SPDX-License-Identifier: Apache-2.0

import CBundled

/// Refuses names that are invisible, and names that mail programs turn into a link: such a name would put a
/// stranger's link into mails of the app.
package enum PersonName {
  /// Why a name is refused.
  package enum Flaw: String, Sendable {
    /// No visible character.
    case invisible = "unseen"
    case link
    /// A character that changes the direction of what follows, also outside of the name.
    case direction

    private var detail: String {
      switch self {
      case .invisible: "should have a visible character"
      case .direction: "should not have characters that change the direction of text"
      case .link: "should not be a link: no scheme, no www., no @, and no dot before a top-level domain"
      }
    }

    /// The field that reports this flaw.
    package func field(at pointer: String) -> InvalidField {
      InvalidField(pointer: pointer, code: .invalidDisplayName, detail: detail, variant: rawValue)
    }
  }

  /// The rule about the name of an account.
  /// - Parameter name: nil if there is none, which other rules judge.
  package static func broken(_ name: String?, at pointer: String) -> [InvalidField] {
    name.flatMap(flaw).map { [$0.field(at: pointer)] } ?? []
  }

  /// - Parameter text: the name as it was typed.
  /// - Returns: nil if the name may appear in a mail, and for an empty name.
  package static func flaw(in text: String) -> Flaw? {
    if !text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) { return nil }
    guard text.unicodeScalars.contains(where: \.isSeen) else { return .invisible }
    let name = text.trimmed.nfc
    if name.unicodeScalars.contains(where: \.isBidirectionalControl) { return .direction }
    let scalars = name.unicodeScalars.filter { !$0.isPassedOver }.map(\.plain)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "@": return .link
      case ":" where isScheme(scalars, before: index): return .link
      case "." where isPrefixOfWeb(scalars, before: index): return .link
      case "." where !isInitial(scalars, before: index) && isTopLevelDomain(scalars, behind: index): return .link
      default: break
      }
    }
    return nil
  }

  /// Whether a name is not empty and may appear in a mail.
  package static func isUsable(_ name: String) -> Bool { !name.trimmed.isEmpty && flaw(in: name) == nil }

  /// Whether a scheme ends at the colon: any word before `://`, or a scheme that mail programs know without slashes.
  private static func isScheme(_ scalars: [Unicode.Scalar], before colon: Int) -> Bool {
    guard colon > 0, scalars[colon - 1].isASCIILetterOrDigit else { return false }
    if scalars[(colon + 1)...].starts(with: ["/", "/"]) { return true }
    return schemes.contains { scheme in
      let start = colon - scheme.unicodeScalars.count
      guard start >= 0, scalars[start..<colon].elementsEqual(scheme.unicodeScalars) else { return false }
      return start == 0 || !scalars[start - 1].isASCIILetterOrDigit
    }
  }

  private static let schemes = [
    "about", "bitcoin", "blob", "callto", "cid", "data", "dav", "ed2k", "ethereum", "facetime", "facetime-audio",
    "feed",
    "file", "ftp", "ftps", "geo", "git", "gopher", "http", "https", "im", "imap", "intent", "irc", "ircs", "itms",
    "itms-apps", "itms-services", "javascript", "ldap", "ldaps", "magnet", "mailto", "maps", "market", "mid", "mms",
    "news", "nfs", "nntp", "pop", "rtsp", "sftp", "sip", "sips", "skype", "sms", "smsto", "ssh", "steam", "tel",
    "telnet",
    "tg", "urn", "vbscript", "view-source", "webcal", "whatsapp", "ws", "wss", "xmpp",
  ]

  /// Whether a single letter stands before the dot, as in "J.Kim".
  private static func isInitial(_ scalars: [Unicode.Scalar], before dot: Int) -> Bool {
    guard dot > 0, scalars[dot - 1].properties.isAlphabetic else { return false }
    return dot == 1 || !scalars[dot - 2].isOfLabel && scalars[dot - 2] != "."
  }

  private static func isPrefixOfWeb(_ scalars: [Unicode.Scalar], before dot: Int) -> Bool {
    guard dot >= 3, scalars[(dot - 3)..<dot].elementsEqual(["w", "w", "w"]) else { return false }
    return dot == 3 || !scalars[dot - 4].isOfLabel
  }

  /// Whether the word after a dot is a top-level domain.
  private static func isTopLevelDomain(_ scalars: [Unicode.Scalar], behind dot: Int) -> Bool {
    var end = dot + 1
    // Scripts without spaces continue directly after a Latin word: "evil.com様".
    while end < scalars.count, scalars[end].isOfLabel,
      end == dot + 1 || !scalars[end - 1].isASCII || scalars[end].value < 0x2E80
    { end += 1 }
    let isFollowed = end + 1 < scalars.count && scalars[end] == "." && scalars[end + 1].isOfLabel
    guard end > dot + 1, !isFollowed else { return false }
    var label = String(String.UnicodeScalarView(scalars[(dot + 1)..<end]))
    while label.utf8.last == UInt8(ascii: "-") { label.removeLast() }
    return isTopLevelDomain(label)
  }

  /// Whether a label is in IANA's list of top-level domains.
  package static func isTopLevelDomain(_ label: String) -> Bool {
    let isASCII = label.utf8.allSatisfy { $0 < 0x80 }
    guard !label.isEmpty, let name = isASCII ? label : DomainName.ascii(label.lowercased().nfc) else { return false }
    let (file, line) = (bundled_top_level_domains(), "\n\(name)\n")
    return memmem(file.bytes, file.count, line, line.utf8.count) != nil
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIILetterOrDigit: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }

  /// Whether the character can be part of a domain label.
  fileprivate var isOfLabel: Bool {
    if isASCII { return isASCIILetterOrDigit || self == "-" }
    return properties.isAlphabetic || isMark || properties.numericType == .decimal
  }

  /// A combining mark that is visible on another character.
  var isVisibleMark: Bool { isMark && !isPassedOver }

  private var isMark: Bool {
    [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
  }

  /// Characters that are invisible to readers and that mail programs ignore inside words.
  fileprivate var isPassedOver: Bool {
    if isASCII { return false }
    return properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format
  }

  /// Whether the character is visible on its own.
  var isSeen: Bool {
    if isASCII { return (0x21...0x7E).contains(value) }
    if isPassedOver || isMark || isControl || properties.isWhitespace { return false }
    switch value {
    // Blank characters: Braille without dots, musical null notehead, Egyptian blanks, object replacement.
    case 0x2800, 0x1D159, 0x13441, 0x13442, 0xFFFC: return false
    default: return properties.generalCategory != .privateUse && !properties.isNoncharacterCodePoint
    }
  }

  /// The ASCII equivalent of full-width and small forms, dots and capital letters.
  fileprivate var plain: Unicode.Scalar {
    switch value {
    case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0)!.plain
    case 0x2024, 0x3002, 0xFE12, 0xFE52, 0xFF61: "."
    case 0xFE13, 0xFE55: ":"
    case 0xFE6B: "@"
    case 0x41...0x5A: Unicode.Scalar(value + 0x20)!
    default: self
    }
  }
}
