// SPDX-License-Identifier: Apache-2.0

extension Collection<UInt8> {
  /// RFC 4648, section 4, with padding.
  package var base64Text: String { encoded(Array(self), base64, bits: 6, padding: true) }

  /// RFC 4648, section 5, without padding.
  package var base64URL: String { encoded(Array(self), base64URLAlphabet, bits: 6, padding: false) }

  /// RFC 4648, section 6, upper case, without padding.
  package var base32: String { encoded(Array(self), base32Alphabet, bits: 5, padding: false) }

  /// RFC 4648, section 8, lower case.
  package var hexadecimal: String { encoded(Array(self), hexadecimalAlphabet, bits: 4, padding: false) }
}

/// Takes an array, because other collections access each byte through a protocol, which is slow.
private func encoded(_ bytes: [UInt8], _ alphabet: StaticString, bits width: Int, padding: Bool) -> String {
  var text: [UInt8] = []
  text.reserveCapacity(bytes.count * 8 / width + 4)
  var buffer = 0
  var bits = 0
  for byte in bytes {
    buffer = buffer << 8 | Int(byte)
    bits += 8
    while bits >= width {
      bits -= width
      text.append(alphabet.utf8Start[buffer >> bits & (1 << width - 1)])
    }
    buffer &= 1 << bits - 1
  }
  if bits > 0 { text.append(alphabet.utf8Start[buffer << (width - bits) & (1 << width - 1)]) }
  while padding, text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
  return String(decoding: text, as: UTF8.self)
}

extension String {
  /// RFC 3986, section 2.1: encodes everything except ASCII letters and digits.
  package var percentEncoded: String {
    var text: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        text.append(byte)
      default: text += [UInt8(ascii: "%"), hexadecimalDigit(byte >> 4), hexadecimalDigit(byte & 0xF)]
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value
}

/// `application/x-www-form-urlencoded`, also a query (URL standard, section 5.2).
/// - Parameter pairs: the names contain nothing that has to be encoded.
package func formEncoded(_ pairs: [(name: String, value: String)]) -> String {
  pairs.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
}

/// Decodes percent-encoding (RFC 3986, section 2.1); nil if a percent sign is not followed by two hexadecimal digits.
package func bytes(percentEncoded text: some Collection<UInt8>) -> [UInt8]? {
  var decoded: [UInt8] = []
  var rest = text[...]
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      decoded.append(byte)
      continue
    }
    let digits = String(decoding: rest.prefix(2), as: UTF8.self)
    guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16) else {
      return nil
    }
    decoded.append(value)
    rest = rest.dropFirst(2)
  }
  return decoded
}

private let base64: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
private let base64URLAlphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
private let base32Alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
private let hexadecimalAlphabet: StaticString = "0123456789abcdef"

/// The parts of a token between its dots. Bytes are compared, because splitting by characters takes 300 instructions
/// for each character.
func partsOfToken(_ text: String) -> [Substring] {
  text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Substring.init)
}

/// Whether base64 has the byte, but base64url without padding does not (RFC 4648, section 5).
func isOnlyInBase64(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: "=") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
}

/// Decodes base64 in either alphabet of RFC 4648, with or without padding; nil if the text is invalid. Unused bits
/// must be zero (section 3.5), so each byte string has one text per alphabet and padding.
///
/// Foundation's decoder uses several dynamic casts, a tenth of an accept's instructions.
package func bytes(base64 text: some StringProtocol) -> [UInt8]? {
  var digits = Array(text.utf8)[...]
  while digits.last == UInt8(ascii: "=") { digits.removeLast() }
  guard digits.count % 4 != 1 else { return nil }
  var isBase64 = false
  let bytes = [UInt8](unsafeUninitializedCapacity: digits.count * 3 / 4) { bytes, count in
    digits.withUnsafeBufferPointer { digits in
      var (buffer, bits, seen, end): (UInt32, UInt32, UInt8, Int) = (0, 0, 0, 0)
      base64Values.withUnsafeBufferPointer { values in
        for digit in digits {
          let value = values[Int(digit)]
          seen |= value
          buffer = buffer << 6 | UInt32(value & 63)
          bits += 6
          if bits >= 8 {
            bits -= 8
            bytes[end] = UInt8(truncatingIfNeeded: buffer >> bits)
            end += 1
          }
        }
      }
      count = end
      isBase64 = seen < 64 && buffer & (1 << bits - 1) == 0
    }
  }
  return isBase64 ? bytes : nil
}

/// The value of each byte in base64, in either alphabet; 64 for other bytes.
private let base64Values: [UInt8] = {
  var values = [UInt8](repeating: 64, count: 256)
  for alphabet in [base64, base64URLAlphabet] {
    for value in 0..<64 { values[Int(alphabet.utf8Start[value])] = UInt8(value) }
  }
  return values
}()
