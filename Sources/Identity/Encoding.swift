import FoundationEssentials

extension Collection<UInt8> {
  /// RFC 4648, section 5, without padding.
  public var base64URL: String {
    String(
      Data(self).base64EncodedString().compactMap { character -> Character? in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }

  /// RFC 4648, section 4.
  public var base64Text: String { Data(self).base64EncodedString() }

  /// Lower-case hexadecimal.
  public var hexadecimal: String {
    var text: [UInt8] = []
    for byte in self {
      for nibble in [byte >> 4, byte & 15] { text.append(nibble < 10 ? 0x30 + nibble : 0x57 + nibble) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// RFC 4648, section 6, upper case, without padding.
  public var base32: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    var text = ""
    var buffer = 0
    var bits = 0
    for byte in self {
      buffer = buffer << 8 | Int(byte)
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[buffer >> bits & 31])
      }
      buffer &= (1 << bits) - 1
    }
    if bits > 0 { text.append(alphabet[buffer << (5 - bits) & 31]) }
    return text
  }
}

/// Reads base64 in the alphabet of either section of RFC 4648, with or without padding.
public func bytes(base64 text: some StringProtocol) -> [UInt8]? {
  var standard = String(
    text.map { character -> Character in
      switch character {
      case "-": "+"
      case "_": "/"
      default: character
      }
    })
  while standard.last == "=" { standard.removeLast() }
  guard standard.utf8.count % 4 != 1 else { return nil }
  standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
  return Data(base64Encoded: standard).map(Array.init)
}
