/// A mail address: what is written, and the key by which two spellings of it are the same account.
public struct EmailAddress: Hashable, Sendable {
  /// As it was given, NFC-normalised, the domain in lower case.
  public let text: String
  /// The whole address in lower case: hardly any server tells local parts apart by case, and people do not.
  public var key: String { text.lowercased().nfc }
  public var localPart: String { String(text[..<at]) }
  public var domain: String { String(text[text.utf8.index(after: at)...]) }
  private var at: String.Index { text.utf8.firstIndex(of: UInt8(ascii: "@"))! }

  /// Takes a `Mailbox` of RFC 5321 with a dot-atom local part, internationalised as in RFC 6531; nil for
  /// anything else. Quoted local parts and address literals are legal there and no person's address.
  public init?(_ text: String) {
    let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let local = String(Substring(parts[0])).nfc
    let domain = String(Substring(parts[1])).lowercased().nfc
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

  private static func isLocalPart(_ scalars: String.UnicodeScalarView) -> Bool {
    scalars.count <= 64 && scalars.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isAtom)
  }

  private static func isDomain(_ scalars: String.UnicodeScalarView) -> Bool {
    let labels = scalars.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy(isLabel)
  }

  private static func isAtom(_ part: Substring.UnicodeScalarView) -> Bool {
    !part.isEmpty
      && part.allSatisfy {
        isLetterOrDigit($0) || "!#$%&'*+/=?^_`{|}~-".unicodeScalars.contains($0)
      }
  }

  private static func isLabel(_ part: Substring.UnicodeScalarView) -> Bool {
    (1...63).contains(part.count) && part.first != "-" && part.last != "-"
      && part.allSatisfy { isLetterOrDigit($0) || $0 == "-" }
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
