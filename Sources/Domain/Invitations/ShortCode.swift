// SPDX-License-Identifier: Apache-2.0

/// A code of eight characters that people can type from a poster: 40 random bits in Crockford's base 32. It finds
/// what the code of a link finds. Unlike a mailed code, it proves no address.
package struct ShortCode: Hashable, Sendable {
  /// Eight characters of the alphabet.
  package let text: String

  /// Digits and capital letters without I, L, O and U.
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let length = 8

  /// Two groups of four: `7K3M-Q9XA`.
  package var shown: String { "\(text.prefix(4))-\(text.dropFirst(4))" }

  /// - Parameter random: five random bytes.
  package init(random: [UInt8]) {
    let bits = random.prefix(5).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    text = String(
      decoding: (0..<Self.length).map { Self.alphabet[Int(bits >> UInt64(35 - 5 * $0)) & 31] }, as: UTF8.self)
  }

  /// Reads a code as a person types it: case and hyphens do not matter, and I, L and O are read as 1, 1 and 0. Nil if
  /// the text is not such a code.
  package init?(_ typed: String) {
    var read: [UInt8] = []
    for character in typed.uppercased().utf8 where character != UInt8(ascii: "-") {
      let meant: UInt8 =
        switch character {
        case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
        case UInt8(ascii: "O"): UInt8(ascii: "0")
        default: character
        }
      guard Self.alphabet.contains(meant), read.count < Self.length else { return nil }
      read.append(meant)
    }
    guard read.count == Self.length else { return nil }
    text = String(decoding: read, as: UTF8.self)
  }
}
