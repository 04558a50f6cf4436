// SPDX-License-Identifier: Apache-2.0

import Identity
import Testing

@Suite("Encodings") struct EncodingTests {
  @Test(
    "Base32, base64 and hexadecimal are those of RFC 4648, section 10",
    arguments: [
      ("", "", "", ""), ("f", "MY", "Zg", "66"), ("fo", "MZXQ", "Zm8", "666f"), ("foo", "MZXW6", "Zm9v", "666f6f"),
      ("foob", "MZXW6YQ", "Zm9vYg", "666f6f62"), ("fooba", "MZXW6YTB", "Zm9vYmE", "666f6f6261"),
      ("foobar", "MZXW6YTBOI", "Zm9vYmFy", "666f6f626172"),
    ])
  func vectors(_ text: String, _ base32: String, _ base64: String, _ hexadecimal: String) {
    let bytes = Array(text.utf8)
    #expect(bytes.base32 == base32)
    #expect(bytes.base64URL == base64)
    #expect(bytes.base64Text == base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4))
    #expect(bytes.hexadecimal == hexadecimal)
  }

  @Test func `base64url has its own alphabet and no padding`() {
    let bytes: [UInt8] = [0xFB, 0xFF, 0xBF, 0xFF]
    #expect(bytes.base64Text == "+/+//w==")
    #expect(bytes.base64URL == "-_-__w")
  }

  @Test func `every byte has its two digits`() {
    let digits = Array(UInt8.min...UInt8.max).hexadecimal
    #expect(digits.hasPrefix("000102030405060708090a0b0c0d0e0f10"))
    #expect(digits.hasSuffix("f9fafbfcfdfeff"))
    #expect(digits.count == 512)
  }

  @Test func `an invitation's code is 32 letters and digits of base32`() {
    let bytes = (0..<20).map { UInt8(truncatingIfNeeded: $0 * 53 + 7) }
    let code = bytes.base32
    #expect(code == "A46HDJW3CBCXVL7EDFHIHOHNEJLYZQPW")
  }

  @Test("Encoded bytes are decoded in either alphabet, with or without padding", arguments: 0...64)
  func roundTrip(_ count: Int) {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
    #expect(bytes(base64: content.base64URL) == content)
    #expect(bytes(base64: content.base64Text) == content)
    #expect(bytes(base64: content.base64Text.prefix { $0 != "=" }) == content)
  }

  @Test(
    "Invalid base64 is refused",
    arguments: ["A", "AAAAA", "A===", "A A=", "AA\n", " AAAA", "AA.A", "Zm9v!", "Zm9vé", "A\u{301}AA", "ＡＡ"])
  func refused(_ text: String) { #expect(bytes(base64: text) == nil) }

  @Test func `padding is at the end only`() {
    for text in ["AA=A", "=AAA", "A=AA", "=A"] { #expect(bytes(base64: text) == nil) }
  }

  @Test func `a hash is SHA-256 in base64url`() {
    #expect(hashed("abc") == "ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0")
    #expect(hashed("") == "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU")
  }
}
