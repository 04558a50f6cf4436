// SPDX-License-Identifier: Apache-2.0

/// A mail address: what is written, and the key by which two spellings of it are the same account.
public struct EmailAddress: Hashable, Sendable {
  /// As it was given, NFC-normalised, the domain in lower case.
  public let text: String
  /// The domain as DNS has it, mapped to ASCII by UTS 46: every spelling of one domain gives the same.
  public let asciiDomain: String
  /// By which addresses are compared, counted and found: the local part in lower case, for hardly any server tells
  /// local parts apart by case, and people do not; and the domain in ASCII.
  public var key: String { "\(localPart.lowercased().nfc)@\(asciiDomain)" }
  /// The key without what stands behind a plus sign before the at sign: one person's mailbox has many such addresses.
  public var personKey: String { "\(localPart.lowercased().nfc.prefix { $0 != "+" })@\(asciiDomain)" }
  /// Whether one of several addresses is that person's as well.
  public func isOfSamePerson(as others: [EmailAddress]) -> Bool { others.contains { $0.personKey == personKey } }
  public var localPart: String { String(text[..<at]) }
  public var domain: String { String(text[text.utf8.index(after: at)...]) }
  private var at: String.Index { text.utf8.firstIndex(of: UInt8(ascii: "@"))! }

  /// Takes a `Mailbox` of RFC 5321 with a dot-atom local part, internationalised as in RFC 6531; nil for
  /// anything else, and for a domain that cannot be mapped to ASCII. Quoted local parts and address literals are legal
  /// there and no person's address.
  public init?(_ text: String) {
    guard let (local, domain) = Self.parts(of: text) else { return nil }
    let (shownLocal, shownDomain) = (local.nfc, domain.lowercased().nfc)
    // What is bounded is what is kept: a letter may become two on its way to lower case.
    guard Self.isLocalPart(shownLocal.unicodeScalars), Self.hasFormOfDomain(shownDomain.unicodeScalars),
      let asciiDomain = DomainName.ascii(shownDomain), DomainName.isHostName(asciiDomain),
      shownLocal.unicodeScalars.count + max(shownDomain.unicodeScalars.count, asciiDomain.utf8.count) < 254
    else { return nil }
    self.text = "\(shownLocal)@\(shownDomain)"
    self.asciiDomain = asciiDomain
  }

  /// One that was written to the database as this type gave it; nil for what cannot have been.
  public static func stored(_ text: String) -> EmailAddress? {
    text.utf8.contains(UInt8(ascii: "@")) ? EmailAddress(known: text) : nil
  }

  /// Earlier releases took domains that cannot be mapped: they stay as they are.
  private init(known text: String) {
    self.text = text
    let domain = String(text[text.utf8.index(after: text.utf8.firstIndex(of: UInt8(ascii: "@"))!)...])
    asciiDomain = DomainName.ascii(domain).flatMap { DomainName.isHostName($0) ? $0 : nil } ?? domain
  }

  /// Where the local part is ASCII, the address as every server understands it (RFC 5890); otherwise with the domain as
  /// RFC 6531 wants it beside such a local part, in U-labels.
  public var mailed: EmailAddress {
    let isASCII = localPart.utf8.allSatisfy { $0 < 0x80 }
    let domain = isASCII ? asciiDomain : DomainName.unicode(asciiDomain) ?? asciiDomain
    return domain == self.domain ? self : EmailAddress("\(localPart)@\(domain)") ?? self
  }

  /// Whether a text has the form of an address: what a pattern can say. Whether the domain can be mapped to ASCII is
  /// left open.
  static func hasForm(_ text: String) -> Bool {
    guard let (local, domain) = parts(of: text), text.unicodeScalars.count <= 254 else { return false }
    return isLocalPart(local.unicodeScalars) && hasFormOfDomain(domain.unicodeScalars)
  }

  private static func parts(of text: String) -> (local: String, domain: String)? {
    guard let at = text.utf8.firstIndex(of: UInt8(ascii: "@")) else { return nil }
    return (String(text[..<at]), String(text[text.utf8.index(after: at)...]))
  }

  /// Atoms between dots. In one pass, for an address is looked at several times on its way to a mail.
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

  /// Two labels or more between dots, which may be those of East Asian writing (UTS 46, section 2.3).
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
    return labels >= 2 && (1...63).contains(label) && last != "-"
  }

  /// ASCII letters and digits, and everything beyond Latin-1's controls and the no-break space that is no space.
  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z": true
    default: scalar.value > 0xA0 && !scalar.isControl && !scalar.properties.isWhitespace
    }
  }

  /// An address that Apple made up to hide a person's own.
  public var isApplePrivateRelay: Bool { asciiDomain == "privaterelay.appleid.com" }
}
