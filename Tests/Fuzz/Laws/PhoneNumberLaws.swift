// SPDX-License-Identifier: Apache-2.0

import Domain

/// A country's calling code on the first line, and below it a number as somebody wrote it there.
enum PhoneNumberLaws {
  static func check(_ input: [UInt8]) throws {
    guard let (code, text) = input.head, let callingCode = Int(code.text), (1...999).contains(callingCode),
      let number = PhoneNumber(text.text, callingCode: String(callingCode))
    else { return }
    let digits = number.text.utf8.dropFirst()
    try hold(
      "it is a plus and 7 to 15 digits", number.text.utf8.first == UInt8(ascii: "+") && (7...15).contains(digits.count))
    try hold("nothing but digits follows the plus", digits.allSatisfy { (0x30...0x39).contains($0) })
    for other in ["1", "7", "49", "998"] {
      try hold("a number is its own normal form", PhoneNumber(number.text, callingCode: other) == number)
    }
  }
}
