/// A mail address: what is written, and the key by which two spellings of it are the same account.
public struct EmailAddress: Hashable, Sendable {
  /// As it was given, NFC-normalised, the domain in lower case.
  public let text: String
  /// The whole address in lower case: hardly any server tells local parts apart by case, and people do not.
  public var key: String { text.lowercased() }
  public var domain: Substring { text[text.index(after: text.lastIndex(of: "@")!)...] }

  /// Takes a `Mailbox` of RFC 5321 with a dot-atom local part, internationalised as in RFC 6531; nil for
  /// anything else. Quoted local parts and address literals are legal there and no person's address.
  public init?(_ text: String) {
    guard EmailAddress.isValid(text), let at = text.lastIndex(of: "@") else { return nil }
    let normal = (text[..<at] + text[at...].lowercased()).nfc
    self.text = String(normal)
  }

  public static func isValid(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard scalars.count <= 254, let at = scalars.lastIndex(of: "@") else { return false }
    let local = scalars[..<at]
    let labels = scalars[scalars.index(after: at)...].split(separator: ".", omittingEmptySubsequences: false)
    return (1...64).contains(local.count)
      && local.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isAtom)
      && labels.count >= 2 && labels.allSatisfy(isLabel)
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

  /// ASCII letters and digits, and everything beyond Latin-1's controls and the no-break space that is not white space.
  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z": true
    default: scalar.value > 0xA0 && !scalar.isControl && !scalar.properties.isWhitespace
    }
  }

  /// An address that Apple made up to hide a person's own.
  public var isApplePrivateRelay: Bool { domain == "privaterelay.appleid.com" }
}
