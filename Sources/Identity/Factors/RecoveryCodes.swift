// SPDX-License-Identifier: Apache-2.0

/// Recovery codes: what a person types who has lost the second factor. A code is 50 random bits in Crockford's base32,
/// such as `7Q4ZK-M0T2X`.
package enum RecoveryCodes {
  /// How many codes an account gets at once.
  package static let count = 10

  private static let length = 10
  private static let alphabet: StaticString = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

  /// New codes in the form that people see: two groups of 5 characters with a hyphen between them.
  /// - Parameter random: returns that number of random bytes.
  package static func make(random: (Int) -> [UInt8]) -> [String] {
    (0..<count).map { _ in
      var bits = random(7).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      var code: [UInt8] = []
      for place in 0..<length {
        if place == length / 2 { code.append(UInt8(ascii: "-")) }
        code.append(alphabet.utf8Start[Int(bits & 31)])
        bits >>= 5
      }
      return String(decoding: code, as: UTF8.self)
    }
  }

  /// The form that is hashed: 10 upper-case characters without a hyphen. Case, hyphens, dashes and spaces do not
  /// matter, and I, L and O are read as 1, 1 and 0, which look the same.
  /// - Returns: nil if no recovery code has this form.
  package static func normalForm(_ text: String) -> String? {
    guard text.utf8.count <= 64 else { return nil }
    var code: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      case " ", "\u{A0}", "-", "\u{2010}"..."\u{2015}": continue
      case "I", "i", "L", "l": code.append(UInt8(ascii: "1"))
      case "O", "o": code.append(UInt8(ascii: "0"))
      case "U", "u": return nil
      case "0"..."9", "A"..."Z": code.append(UInt8(scalar.value))
      case "a"..."z": code.append(UInt8(scalar.value) - 32)
      default: return nil
      }
    }
    return code.count == length ? String(decoding: code, as: UTF8.self) : nil
  }
}
