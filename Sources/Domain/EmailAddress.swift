/// A mail address: what is written, and the key by which two spellings of it are the same account.
public struct EmailAddress: Hashable, Sendable {
  /// As it was given, NFC-normalised, the domain in lower case.
  public let text: String
  /// The whole address in lower case: hardly any server tells local parts apart by case, and people do not.
  public var key: String { text.lowercased().nfc }
  /// The key without what stands behind a plus sign before the at sign: one person's mailbox has many such addresses.
  public var personKey: String {
    let parts = key.split(separator: "@", maxSplits: 1)
    return parts[0].prefix { $0 != "+" } + "@" + parts[1]
  }
  public var localPart: String { String(text[..<at]) }
  public var domain: String { String(text[text.utf8.index(after: at)...]) }
  private var at: String.Index { text.utf8.firstIndex(of: UInt8(ascii: "@"))! }

  /// Takes a `Mailbox` of RFC 5321 with a dot-atom local part, internationalised as in RFC 6531; nil for
  /// anything else. Quoted local parts and address literals are legal there and no person's address.
  public init?(_ text: String) {
    guard let at = text.utf8.firstIndex(of: UInt8(ascii: "@")) else { return nil }
    let local = String(text[..<at]).nfc
    let domain = String(text[text.utf8.index(after: at)...]).lowercased().nfc
    // What is bounded is what is kept: a letter may become two on its way to lower case.
    guard Self.isLocalPart(local.unicodeScalars), Self.isDomain(domain.unicodeScalars),
      local.unicodeScalars.count + domain.unicodeScalars.count < 254
    else { return nil }
    self.text = "\(local)@\(domain)"
  }

  /// One that was written to the database as this type gave it; nil for what cannot have been.
  public static func stored(_ text: String) -> EmailAddress? {
    text.utf8.contains(UInt8(ascii: "@")) ? EmailAddress(known: text) : nil
  }

  private init(known text: String) { self.text = text }

  /// Atoms between dots. In one pass, for an address is looked at several times on its way to a mail.
  private static func isLocalPart(_ scalars: String.UnicodeScalarView) -> Bool {
    var (count, atom) = (0, 0)
    for scalar in scalars {
      if scalar == "." {
        guard atom > 0 else { return false }
        atom = 0
      } else {
        guard isLetterOrDigit(scalar) || "!#$%&'*+/=?^_`{|}~-".unicodeScalars.contains(scalar) else { return false }
        atom += 1
      }
      count += 1
    }
    return atom > 0 && count <= 64
  }

  /// Two labels or more between dots.
  private static func isDomain(_ scalars: String.UnicodeScalarView) -> Bool {
    var (labels, label, last): (Int, Int, Unicode.Scalar) = (1, 0, ".")
    for scalar in scalars {
      if scalar == "." {
        guard (1...63).contains(label), last != "-" else { return false }
        (labels, label) = (labels + 1, 0)
      } else {
        guard isLetterOrDigit(scalar) || scalar == "-" && label > 0 else { return false }
        label += 1
      }
      last = scalar
    }
    return labels >= 2 && (1...63).contains(label) && last != "-"
  }

  /// ASCII letters and digits, and everything beyond Latin-1's controls and the no-break space that can be seen.
  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z": true
    default: scalar.value > 0xA0 && !scalar.isControl && !scalar.properties.isWhitespace && !scalar.isInvisible
    }
  }

  /// An address that Apple made up to hide a person's own.
  public var isApplePrivateRelay: Bool { domain == "privaterelay.appleid.com" }
}
