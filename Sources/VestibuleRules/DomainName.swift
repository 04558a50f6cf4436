// SPDX-License-Identifier: Apache-2.0

import CIDN2

/// DNS domain names in ASCII. libidn2 is loaded only for names that are not plain ASCII.
package enum DomainName {
  /// Maps a domain, or one label, to ASCII by UTS 46 (non-transitional), so that all spellings of a domain give the
  /// same text. Expects lower case and NFC.
  /// - Returns: nil if it cannot be mapped, for example an A-label that decodes to nothing.
  package static func ascii(_ text: String) -> String? {
    if isPlain(text) { return text }
    // A C string ends at a zero byte.
    guard !text.utf8.contains(0) else { return nil }
    return converted(text, by: cidn2_ascii)
  }

  /// A host name in ASCII, from any spelling: neither case nor a dot at the end matters.
  /// - Returns: nil if the text is not a host name.
  package static func host(_ text: String) -> String? {
    let lower = text.lowercased().nfc
    return ascii(lower.hasSuffix(".") ? String(lower.dropLast()) : lower).flatMap { isHostName($0) ? $0 : nil }
  }

  /// The readable form of a domain that `ascii` returned.
  static func unicode(_ ascii: String) -> String? {
    isPlain(ascii) ? ascii : converted(ascii, by: cidn2_unicode).map { $0.nfc }
  }

  /// Two or more labels of letters, digits and hyphens (RFC 1123, section 2.1).
  package static func isHostName(_ ascii: String) -> Bool {
    var (labels, label, last) = (1, 0, UInt8(ascii: "."))
    for byte in ascii.utf8 {
      switch byte {
      case UInt8(ascii: "."):
        guard (1...63).contains(label), last != UInt8(ascii: "-") else { return false }
        (labels, label) = (labels + 1, -1)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "-"): guard label > 0 else { return false }
      default: return false
      }
      label += 1
      last = byte
    }
    return labels >= 2 && (1...63).contains(label) && last != UInt8(ascii: "-") && ascii.utf8.count <= 253
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 }
      && !text.utf8.split(separator: UInt8(ascii: ".")).contains { $0.starts(with: "xn--".utf8) }
  }

  private static func converted(
    _ text: String, by convert: (UnsafePointer<CChar>, UnsafeMutablePointer<CChar>, Int) -> CInt
  ) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
      guard let start = buffer.baseAddress, convert(text, start, buffer.count) == 1 else { return nil }
      return String(cString: start)
    }
  }
}
