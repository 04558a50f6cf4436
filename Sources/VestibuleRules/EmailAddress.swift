// SPDX-License-Identifier: Apache-2.0

/// A mail address with its text and its key. Two spellings of one address have the same key.
package struct EmailAddress: Hashable, Sendable {
  /// As given, but in NFC and with the domain in lower case.
  package let text: String
  /// The domain in ASCII (UTS 46): all spellings of a domain give the same text.
  package let asciiDomain: String
  /// The key by which addresses are compared, counted and found: the local part in lower case, because almost no
  /// server distinguishes case there, and the domain in ASCII.
  package var key: String { "\(localPart.lowercased().nfc)@\(asciiDomain)" }
  /// The key by which invitations, clients, suppressions and limits compare addresses. It is `key`, except at Gmail:
  /// there, dots, the text from the first plus sign on, and the domain `googlemail.com` make no other mailbox. The
  /// addresses of accounts are compared by `key`.
  package var mailboxKey: String {
    guard asciiDomain == "gmail.com" || asciiDomain == "googlemail.com" else { return key }
    let name = localPart.lowercased().nfc.prefix { $0 != "+" }.filter { $0 != "." }
    // Gmail has no mailbox without a name, so these addresses have nothing in common.
    return name.isEmpty ? key : "\(name)@gmail.com"
  }
  /// Whether two addresses are known to be one mailbox.
  package func isSameMailbox(as other: EmailAddress?) -> Bool { mailboxKey == other?.mailboxKey }
  /// The mailbox key without the part from the first plus sign on, because most servers deliver such addresses to one
  /// mailbox. Used where a person must name another person's address, not their own.
  private var personKey: String {
    let key = mailboxKey
    guard let plus = key.firstIndex(of: "+"), let at = key.firstIndex(of: "@"), plus < at else { return key }
    return String(key[..<plus] + key[at...])
  }
  /// Whether one of the addresses belongs to the same person, as far as the addresses show.
  package func isOfSamePerson(as others: [EmailAddress]) -> Bool { others.contains { $0.personKey == personKey } }
  /// The text before the at sign, in the case that was given.
  package var localPart: String { String(text[..<at]) }
  /// The text after the at sign, in lower case and not converted to ASCII.
  package var domain: String { String(text[text.utf8.index(after: at)...]) }
  private var at: String.Index { text.utf8.firstIndex(of: UInt8(ascii: "@"))! }

  /// Parses a `Mailbox` of RFC 5321 with a dot-atom local part, internationalised as in RFC 6531. Nil for other
  /// texts, and if the domain cannot be mapped to ASCII. Quoted local parts and address literals are legal in RFC
  /// 5321, but no person has such an address.
  package init?(_ text: String) {
    guard let (local, domain) = Self.parts(of: text) else { return nil }
    // Characters that the mapping of the domain drops are not stored either.
    let (shownLocal, shownDomain) = (local.nfc, domain.withoutDropped.lowercased().nfc)
    // The limit applies to the stored text, because lower case can make a text longer.
    guard Self.isLocalPart(shownLocal.unicodeScalars), Self.hasFormOfDomain(shownDomain.unicodeScalars),
      let asciiDomain = DomainName.ascii(shownDomain), DomainName.isHostName(asciiDomain),
      !Self.isOfDigits(asciiDomain.unicodeScalars),
      shownLocal.unicodeScalars.count + max(shownDomain.unicodeScalars.count, asciiDomain.utf8.count) < 254
    else { return nil }
    self.text = "\(shownLocal)@\(shownDomain)"
    self.asciiDomain = asciiDomain
  }

  /// Reads an address that this type wrote to the database; nil if there is no at sign.
  package static func stored(_ text: String) -> EmailAddress? {
    text.utf8.contains(UInt8(ascii: "@")) ? EmailAddress(known: text) : nil
  }

  /// Earlier releases accepted domains that cannot be mapped. They stay as they are.
  private init(known text: String) {
    self.text = text
    let domain = String(text[text.utf8.index(after: text.utf8.firstIndex(of: UInt8(ascii: "@"))!)...])
    asciiDomain = DomainName.ascii(domain).flatMap { DomainName.isHostName($0) ? $0 : nil } ?? domain
  }

  /// The address for SMTP: if the local part is ASCII, the domain is in ASCII, which every server understands (RFC
  /// 5890); otherwise the domain is in U-labels, as RFC 6531 requires.
  package var mailed: EmailAddress {
    let isASCII = localPart.utf8.allSatisfy { $0 < 0x80 }
    let domain = isASCII ? asciiDomain : DomainName.unicode(asciiDomain) ?? asciiDomain
    return domain == self.domain ? self : EmailAddress("\(localPart)@\(domain)") ?? self
  }

  /// Whether a text has the form of an address, as a pattern can check it. The domain is not mapped to ASCII.
  static func hasForm(_ text: String) -> Bool {
    guard let (local, domain) = parts(of: text), text.unicodeScalars.count <= 254 else { return false }
    return isLocalPart(local.unicodeScalars) && hasFormOfDomain(domain.unicodeScalars)
  }

  private static func parts(of text: String) -> (local: String, domain: String)? {
    guard let at = text.utf8.firstIndex(of: UInt8(ascii: "@")) else { return nil }
    return (String(text[..<at]), String(text[text.utf8.index(after: at)...]))
  }

  /// Atoms between dots. One pass, because an address is checked several times.
  private static func isLocalPart(_ scalars: String.UnicodeScalarView) -> Bool {
    var (count, atom) = (0, 0)
    for scalar in scalars {
      if scalar == "." {
        guard atom > 0 else { return false }
        atom = 0
      } else {
        let isSign = "!#$%&'*+/=?^_`{|}~-".unicodeScalars.contains(scalar)
        guard isSign || isLetterOrDigit(scalar) && !scalar.isInvisible else { return false }
        atom += 1
      }
      count += 1
    }
    return atom > 0 && count <= 64
  }

  /// Two or more labels between dots. The dots may be East Asian (UTS 46, section 2.3).
  private static func hasFormOfDomain(_ scalars: String.UnicodeScalarView) -> Bool {
    var (labels, label, last): (Int, Int, Unicode.Scalar) = (1, 0, ".")
    for scalar in scalars {
      if scalar == "." || scalar == "\u{3002}" || scalar == "\u{FF0E}" || scalar == "\u{FF61}" {
        guard (1...63).contains(label), last != "-" else { return false }
        (labels, label) = (labels + 1, 0)
      } else {
        let isKnown = isLetterOrDigit(scalar) && (!scalar.isInvisible || scalar.isDroppedFromDomains)
        guard isKnown || scalar == "-" && label > 0 else { return false }
        label += 1
      }
      last = scalar
    }
    return labels >= 2 && (1...63).contains(label) && last != "-" && !isOfDigits(scalars)
  }

  /// Whether a host consists of digits, like an IPv4 address. No top-level domain does.
  private static func isOfDigits(_ host: String.UnicodeScalarView) -> Bool {
    host.allSatisfy { ("0"..."9").contains($0) || $0 == "." }
  }

  /// ASCII letters and digits, and characters above U+00A0 that are neither controls nor white space.
  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z": true
    default: scalar.value > 0xA0 && !scalar.isControl && !scalar.properties.isWhitespace
    }
  }

  /// Whether the address is at a domain of Apple's private relay, which hides a person's own address.
  package var isAtApplePrivateRelay: Bool {
    asciiDomain == "privaterelay.appleid.com" || asciiDomain == "private.icloud.com"
  }
}
