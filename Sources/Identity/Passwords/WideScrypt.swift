// SPDX-License-Identifier: Apache-2.0

/// scrypt with an r above 16 and p = 1, which `KDF.Scrypt` of swift-crypto 4.5 cannot compute, because it reserves too
/// little memory. libcrypt computes it as its method `$7$` (crypt(5)), whose salts are texts. Its keys have 32
/// bytes, which are the first 32 of a longer key (RFC 7914, section 6).
enum WideScrypt {
  private static let alphabet = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  static func isNeeded(r: Int, p: Int) -> Bool { r > 16 && p == 1 }

  static func takes(_ salt: [UInt8]) -> Bool { salt.allSatisfy(alphabet.contains) }

  /// The setting for libcrypt.
  static func setting(n: Int, r: Int, p: Int, _ salt: [UInt8]) -> String {
    let parameters = [alphabet[n.trailingZeroBitCount]] + encoded(r, count: 5) + encoded(p, count: 5)
    return String(decoding: Array("$7$".utf8) + parameters + salt, as: UTF8.self)
  }

  /// The key in the text that libcrypt returns.
  static func key(of text: String) -> [UInt8]? {
    guard let digits = text.utf8.split(separator: UInt8(ascii: "$")).last else { return nil }
    var key: [UInt8] = []
    var (bits, count) = (0, 0)
    for digit in digits {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits |= value << count
      count += 6
      while count >= 8 {
        key.append(UInt8(truncatingIfNeeded: bits))
        (bits, count) = (bits >> 8, count - 8)
      }
    }
    return key.count == 32 ? key : nil
  }

  /// Six bits for each character, the lowest first.
  private static func encoded(_ number: Int, count: Int) -> [UInt8] {
    (0..<count).map { alphabet[number >> (6 * $0) & 0x3F] }
  }
}
